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
  private final @Nullable Long successorFence;

  public LeaseLostException(String resource, long fence, String why, @Nullable Throwable cause) {
    this(resource, fence, why, null, cause);
  }

  public LeaseLostException(
      String resource,
      long fence,
      String why,
      @Nullable Long successorFence,
      @Nullable Throwable cause) {
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
    this.successorFence = successorFence;
  }

  public String resource() {
    return resource;
  }

  /** The fence of the lost lease. */
  public long fence() {
    return fence;
  }

  /**
   * The fence of whoever has the resource by now, or had it after us; null: not known, or nobody.
   */
  public @Nullable Long successorFence() {
    return successorFence;
  }
}
