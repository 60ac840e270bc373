package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Who uses a data directory. Each process holds one shared lock on its {@code users} file, for all
 * of its handles: a process that closes any descriptor of a file loses all its locks on that file.
 * Call these only while holding the directory's lock for starting and stopping.
 */
final class DirectoryUsers {

  private static final Map<Path, DirectoryUsers> IN_THIS_JVM = new HashMap<>();

  private final FileChannel channel;
  private final FileLock shared;
  private int handles;

  private DirectoryUsers(FileChannel channel, FileLock shared) {
    this.channel = channel;
    this.shared = shared;
  }

  static synchronized void enter(Path file) throws IOException {
    DirectoryUsers users = IN_THIS_JVM.get(file);
    if (users == null) {
      FileChannel channel = FileLocks.open(file);
      FileLock shared = FileLocks.tryLock(channel, true);
      if (shared == null) {
        channel.close();
        throw new IOException("somebody else has locked " + file + " for itself");
      }
      users = new DirectoryUsers(channel, shared);
      IN_THIS_JVM.put(file, users);
    }
    users.handles++;
  }

  /** Leaves, and says whether that was the last user of all processes. */
  static synchronized boolean leave(Path file) throws IOException {
    DirectoryUsers users = IN_THIS_JVM.get(file);
    if (users == null) {
      throw new IllegalStateException("Nobody uses " + file + ".");
    }
    if (--users.handles > 0) {
      return false;
    }
    IN_THIS_JVM.remove(file);
    try (FileChannel channel = users.channel) {
      users.shared.release();
      return FileLocks.tryLock(channel, false) != null;
    }
  }
}
