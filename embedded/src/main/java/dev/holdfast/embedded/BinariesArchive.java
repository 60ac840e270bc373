package dev.holdfast.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * One archive of PostgreSQL's programs ({@code postgres-<os>-<arch>.txz}), unpacked once into the
 * cache. Processes that come at the same time wait for the first. The directory appears by a
 * rename, so what is there is whole, even if somebody was killed half way.
 */
final class BinariesArchive {

  private static final Duration OTHERS_UNPACKING = Duration.ofMinutes(2);
  private static final int BUFFER = 1 << 16;

  private final URL archive;

  BinariesArchive(URL archive) {
    this.archive = archive;
  }

  /** The directory with {@code bin}, {@code lib} and {@code share}. */
  Path unpackedIn(Path cache) throws IOException, InterruptedException {
    Path target = cache.resolve(key());
    if (Files.isDirectory(target)) {
      return target;
    }
    Files.createDirectories(cache);
    // Threads of one JVM must not meet at the file: who closes it takes the lock from all of them.
    synchronized (BinariesArchive.class) {
      unpackOnce(cache, target);
    }
    return target;
  }

  private void unpackOnce(Path cache, Path target) throws IOException, InterruptedException {
    try (FileChannel channel = FileLocks.open(cache.resolve(key() + ".lock"));
        FileLock lock = FileLocks.lock(channel, false, OTHERS_UNPACKING, () -> {})) {
      if (lock == null) {
        throw new IOException(
            "another process has been unpacking into " + target + " for too long");
      }
      if (!Files.isDirectory(target)) {
        unpack(cache.resolve(key() + ".part"), target);
      }
    }
  }

  /** Under the lock, so a part that is there was left by somebody who was killed. */
  private void unpack(Path part, Path target) throws IOException {
    Trees.delete(part);
    try (InputStream in = new BufferedInputStream(archive.openStream(), BUFFER);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(in))) {
      Map<Path, Path> links = new HashMap<>();
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(tar, entry, part, links);
      }
      for (Map.Entry<Path, Path> link : links.entrySet()) {
        Files.createSymbolicLink(link.getKey(), link.getValue());
      }
    }
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Links are made last, so that no entry is ever written through one. */
  private static void write(
      TarArchiveInputStream tar, TarArchiveEntry entry, Path root, Map<Path, Path> links)
      throws IOException {
    Path path = root.resolve(entry.getName()).normalize();
    if (!path.startsWith(root)) {
      throw new IOException("the archive has an entry outside of itself: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(path);
      return;
    }
    Files.createDirectories(path.resolveSibling(""));
    if (entry.isSymbolicLink()) {
      links.put(path, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(tar, path);
    if ((entry.getMode() & 0100) != 0 && !path.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make " + path + " executable");
    }
  }

  /**
   * A name for this very archive. The jar's directory knows checksum and size without reading all
   * of it, which matters to a command line that starts often.
   */
  private String key() throws IOException {
    URLConnection connection = archive.openConnection();
    connection.setUseCaches(false);
    String file = archive.getPath().replaceAll(".*/|[.]txz$", "");
    if (connection instanceof JarURLConnection jar) {
      try (var opened = jar.getJarFile()) {
        var entry = opened.getJarEntry(jar.getEntryName());
        return "%s-%08x-%d".formatted(file, entry.getCrc(), entry.getSize());
      }
    }
    try (InputStream in = connection.getInputStream()) {
      return "%s-%d-%d".formatted(file, connection.getLastModified(), in.available());
    }
  }
}
