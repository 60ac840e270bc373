package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** The caller's own cancellation stopped it: rolled back, nothing was committed. */
public final class CancelledException extends HoldfastException {

  private static final long serialVersionUID = 1L;

  public CancelledException(@Nullable Throwable cause) {
    super("the transaction was cancelled by its caller: it was rolled back", cause);
  }
}
