package dev.holdfast.torture.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A tmpfs of a given size that can be filled to the last byte and emptied again. Needs root. */
public final class SmallDisk implements AutoCloseable {
  private static final Duration MOUNT = Duration.ofSeconds(20);
  private static final int MOST_BLOCKS = 1 << 20;

  private final Path path;

  private SmallDisk(Path path) {
    this.path = path;
  }

  /** Whether this machine lets us mount one. */
  public static boolean available() {
    if (!Unprivileged.isRoot()) {
      return false;
    }
    try {
      Path probe = Files.createTempDirectory("holdfast-torture-probe");
      try {
        mount(probe, 1).close();
        return true;
      } catch (IllegalStateException refused) {
        return false;
      } finally {
        Files.deleteIfExists(probe);
      }
    } catch (IOException e) {
      return false;
    }
  }

  static SmallDisk mount(Path at, int megabytes) {
    Shell.run(
        MOUNT,
        List.of(
            "mount",
            "-t",
            "tmpfs",
            "-o",
            "size=" + megabytes + "m,mode=0777",
            "tmpfs",
            at.toString()));
    return new SmallDisk(at);
  }

  /** Nothing more fits. */
  public void fill() {
    byte[] block = new byte[4096];
    try (OutputStream file = Files.newOutputStream(filler())) {
      for (int i = 0; i < MOST_BLOCKS; i++) {
        file.write(block);
      }
    } catch (IOException full) {
      if (!Files.exists(filler())) {
        throw new UncheckedIOException(full);
      }
    }
  }

  public void empty() {
    try {
      Files.deleteIfExists(filler());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path filler() {
    return path.resolve("filler");
  }

  @Override
  public void close() {
    Shell.run(MOUNT, List.of("umount", "-l", path.toString()));
  }
}
