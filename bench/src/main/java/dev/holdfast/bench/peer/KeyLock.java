package dev.holdfast.bench.peer;

/** One caller's handle on one key. Used by one thread at a time, the same from lock to unlock. */
public interface KeyLock {

  /** Where a peer gives no number that rises from holder to holder. */
  long NO_FENCE = 0;

  /** Without waiting. */
  boolean tryLock() throws Exception;

  /**
   * Waits for it.
   *
   * @return the fence of this hold, or {@link #NO_FENCE}
   */
  long lock() throws Exception;

  void unlock() throws Exception;
}
