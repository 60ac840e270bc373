package dev.holdfast.lock;

import dev.holdfast.WaitInterruptedException;
import dev.holdfast.lease.Lease;
import java.util.function.Supplier;

/** Calls that an interrupt does not stop: it is seen by whoever looks afterwards. */
final class Uninterrupted {

  private Uninterrupted() {}

  /** Asks again after each interrupt; what bounds the asking is in the question. */
  static <T> T get(Supplier<T> question) {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return question.get();
        } catch (WaitInterruptedException e) {
          interrupted = true;
          Thread.interrupted(); // nothing is held; once more
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether it was still ours. If interrupted meanwhile, as far as was known before. */
  static boolean release(Lease lease) {
    boolean held = lease.isHeld();
    boolean interrupted = Thread.interrupted();
    try {
      return lease.release();
    } catch (WaitInterruptedException e) {
      interrupted = true;
      return held; // the release is handed over all the same
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
