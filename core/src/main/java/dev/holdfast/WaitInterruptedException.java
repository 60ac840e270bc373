package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The waiting thread was interrupted. Nothing is held, nothing was committed; the thread's
 * interrupt flag is set again.
 */
public final class WaitInterruptedException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String resource;

  public WaitInterruptedException(String resource) {
    this(resource, "interrupted while waiting for " + resource + ": nothing is held", null);
  }

  private WaitInterruptedException(String resource, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.resource = resource;
  }

  /** For a thread that was interrupted while its transaction was under way. */
  public static WaitInterruptedException inTransaction(@Nullable Throwable cause) {
    return new WaitInterruptedException(
        "a transaction", "interrupted during a transaction: it was rolled back", cause);
  }

  /** What was waited for. */
  public String resource() {
    return resource;
  }
}
