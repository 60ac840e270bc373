package dev.holdfast.examples.evalium.results;

public class NoSuchAssignmentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NoSuchAssignmentException(long assignment) {
    super("there is no assignment " + assignment);
  }
}
