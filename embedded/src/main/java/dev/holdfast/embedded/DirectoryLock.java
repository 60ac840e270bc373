package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The right to start or stop the server of a data directory: one thread of one process at a time.
 * Threads of one JVM take turns by a lock of their own before they touch the file, because whoever
 * closes it takes the file lock from all threads of the process.
 */
final class DirectoryLock {

  /** What is done meanwhile. */
  interface Action<T> {
    T run() throws IOException;
  }

  private static final Duration WAIT = Duration.ofMinutes(3);
  private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

  private DirectoryLock() {}

  static <T> T during(DataDirectory directory, Consumer<String> progress, Action<T> action)
      throws IOException {
    try {
      if (!IN_THIS_JVM.tryLock(WAIT.toSeconds(), TimeUnit.SECONDS)) {
        throw tooLong(directory);
      }
      try (FileChannel channel = FileLocks.open(directory.lock())) {
        Runnable waiting = () -> progress.accept(waiting(directory));
        if (FileLocks.lock(channel, false, WAIT, waiting) == null) {
          throw tooLong(directory);
        }
        return action.run();
      } finally {
        IN_THIS_JVM.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException(
          "Interrupted while waiting for the data directory " + directory.path() + ".", e);
    }
  }

  private static String waiting(DataDirectory directory) {
    return "Waiting for another process that starts or stops PostgreSQL in " + directory.path();
  }

  private static EmbeddedPostgresException tooLong(DataDirectory directory) {
    return new EmbeddedPostgresException(
        "Another process has been starting or stopping PostgreSQL in %s for %d minutes."
                .formatted(directory.path(), WAIT.toMinutes())
            + " Look for it, end it, and try again.");
  }
}
