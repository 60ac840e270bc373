package dev.holdfast.examples.evalium.results;

/** The assignment has an open session. */
public class AlreadyStartedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public AlreadyStartedException(long assignment, long session) {
    super("assignment " + assignment + " is being delivered already, in session " + session);
  }
}
