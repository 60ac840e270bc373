package dev.holdfast.testkit.contract;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * One process's view of the lock under test, and of counters that all processes share.
 *
 * <p>Used by many threads at once. Locks taken here are not renewed by themselves: they end with
 * their ttl. Whatever else goes wrong (no network, no answer) is thrown as any other exception.
 */
public interface LockClient extends AutoCloseable {

  /** Takes the resource if it is free; empty if it is held. Never waits for a holder. */
  Optional<Held> tryAcquire(String resource, Duration ttl) throws Exception;

  /**
   * Takes the resource, waiting up to {@code wait} for it.
   *
   * @throws TimeoutException if it was held all that time
   * @throws InterruptedException if the thread was interrupted; the resource is not held then
   */
  Held acquire(String resource, Duration ttl, Duration wait) throws Exception;

  /** A shared counter's value, 0 if never written. A plain read: not protected by anything. */
  long read(String counter) throws Exception;

  /** Sets a shared counter. A plain write that overwrites what others wrote meanwhile. */
  void write(String counter, long value) throws Exception;

  @Override
  void close();

  /** One grant. Usable from any thread. */
  interface Held {

    /** The number of this grant, higher than those of all earlier grants of the resource. */
    long fence();

    /** Whether the lock is still ours, as far as is known here without asking anybody. */
    boolean isHeld();

    /** Gives the lock back. False if it was not ours any more: then nothing has changed. */
    boolean release() throws Exception;

    /**
     * Adds 1 to a counter, in such a way that it can't land after the lock was lost to another.
     *
     * @return false if it was refused for that reason: then nothing was written
     */
    boolean guardedIncrement(String counter) throws Exception;
  }
}
