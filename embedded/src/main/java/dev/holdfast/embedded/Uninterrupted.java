package dev.holdfast.embedded;

/**
 * Cleaning up in a thread that was interrupted, often because all is being cleaned up. Without this
 * the first wait, or the first look at a file, would fail, and the server would stay behind. Safe
 * since everything here has a bound of its own.
 */
final class Uninterrupted {

  private Uninterrupted() {}

  /** Runs it, and interrupts the thread again afterwards if it was. */
  static void run(Runnable action) {
    boolean interrupted = Thread.interrupted();
    try {
      action.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
