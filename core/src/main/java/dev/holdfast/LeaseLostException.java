package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * The lease is not ours any more: it ran out, was taken over, or was released by force. Whatever
 * was written under its guard in this transaction does not commit. Acquire it again, then redo the
 * work on fresh data.
 */
public final class LeaseLostException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  private final String resource;
  private final long fence;

  public LeaseLostException(String resource, long fence, String why, @Nullable Throwable cause) {
    super(
        "the lease of "
            + resource
            + " with fence "
            + fence
            + " is lost: "
            + why
            + "; stop, acquire it again and redo the work on fresh data",
        cause);
    this.resource = resource;
    this.fence = fence;
  }

  public String resource() {
    return resource;
  }

  /** The fence of the lost lease. */
  public long fence() {
    return fence;
  }
}
