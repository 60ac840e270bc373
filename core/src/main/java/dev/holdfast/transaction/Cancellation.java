package dev.holdfast.transaction;

/**
 * A caller's handle to stop a transaction from another thread: it is rolled back and ends with
 * {@link dev.holdfast.CancelledException}. Thread-safe; stays cancelled.
 */
public final class Cancellation {

  private volatile boolean cancelled;

  /** Not cancelled yet. */
  public Cancellation() {}

  /** Asks it to stop; seen within a few hundredths of a second. */
  public void cancel() {
    cancelled = true;
  }

  public boolean isCancelled() {
    return cancelled;
  }
}
