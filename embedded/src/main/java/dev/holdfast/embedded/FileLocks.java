package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Locks on files, between processes. The operating system drops them when a process dies, however
 * it dies, which is why nothing here needs cleaning up.
 */
final class FileLocks {

  private static final long POLL_MILLIS = 25;

  private FileLocks() {}

  static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /** The lock, or null if somebody else (in this JVM or another one) has it. */
  static @Nullable FileLock tryLock(FileChannel channel, boolean shared) throws IOException {
    try {
      return channel.tryLock(0, Long.MAX_VALUE, shared);
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /**
   * Waits for the lock. Polls, because Java's blocking lock has no deadline.
   *
   * @param whenWaiting called once if the lock is not free at once
   * @return the lock, or null if the time is over
   */
  static @Nullable FileLock lock(
      FileChannel channel, boolean shared, Duration timeout, Runnable whenWaiting)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    FileLock lock = tryLock(channel, shared);
    if (lock == null) {
      whenWaiting.run();
    }
    while (lock == null && System.nanoTime() - start < timeout.toNanos()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      lock = tryLock(channel, shared);
    }
    return lock;
  }
}
