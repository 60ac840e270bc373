package dev.holdfast;

/**
 * The waiting thread was interrupted. Nothing is held; the thread's interrupt flag is set again.
 */
public final class WaitInterruptedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String resource;

  public WaitInterruptedException(String resource) {
    super("interrupted while waiting for " + resource + ": nothing is held", null);
    this.resource = resource;
  }

  /** What was waited for. */
  public String resource() {
    return resource;
  }
}
