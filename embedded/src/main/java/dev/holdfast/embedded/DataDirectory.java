package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.OptionalInt;

/**
 * The files of an {@link EmbeddedDatabase}, readable by their owner only.
 *
 * <pre>
 * lock        whoever starts or stops the server locks it
 * users       every process that uses the server locks it, shared
 * password    the superuser's password
 * port        the port of the last start, taken again if it is free
 * server.log  of this start, server.log.old of the one before
 * postgres/   PostgreSQL's own data directory
 * </pre>
 */
record DataDirectory(Path path) {

  private static final int PASSWORD_BYTES = 24;

  Path lock() {
    return path.resolve("lock");
  }

  Path users() {
    return path.resolve("users");
  }

  Path log() {
    return path.resolve("server.log");
  }

  Path postgres() {
    return path.resolve("postgres");
  }

  Path passwordFile() {
    return path.resolve("password");
  }

  /** Makes the directory. One that holds something else is left alone: its rights would change. */
  void create() throws IOException {
    try {
      Files.createDirectories(path);
    } catch (FileAlreadyExistsException e) {
      throw new EmbeddedPostgresException(
          path + " is a file. Choose another place for the data directory.", e);
    }
    // In this order: another process may be making its lock, the first file of all, just now.
    if (!isEmpty() && !Files.exists(lock())) {
      throw new EmbeddedPostgresException(
          path + " is not empty and is no data directory of Holdfast. Choose an empty or new one.");
    }
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
  }

  private boolean isEmpty() throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      return !entries.iterator().hasNext();
    }
  }

  /** The major version whose data this is, or empty if there is none yet. */
  OptionalInt major() throws IOException {
    try {
      String major = Files.readString(postgres().resolve("PG_VERSION")).strip();
      return OptionalInt.of(Integer.parseInt(major));
    } catch (NoSuchFileException e) {
      return OptionalInt.empty();
    }
  }

  /**
   * A directory to prepare the data in, so that {@link #postgres()} appears whole or not at all.
   */
  Path fresh() throws IOException {
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(path, "postgres.new-*")) {
      for (Path leftover : leftovers) {
        Trees.delete(leftover);
      }
    }
    return path.resolve("postgres.new-" + ProcessHandle.current().pid());
  }

  void makePassword() throws IOException {
    byte[] bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    write(passwordFile(), Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  String password() throws IOException {
    try {
      return Files.readString(passwordFile()).strip();
    } catch (NoSuchFileException e) {
      throw new EmbeddedPostgresException(
          passwordFile()
              + " is missing, and without it nobody can use the data there. Put it back, or delete"
              + " the directory to begin anew.",
          e);
    }
  }

  int preferredPort() throws IOException {
    try {
      int port = Integer.parseInt(Files.readString(path.resolve("port")).strip());
      return Ports.isFree(port) ? port : Ports.free();
    } catch (NoSuchFileException | IllegalArgumentException e) {
      return Ports.free();
    }
  }

  void rememberPort(int port) throws IOException {
    write(path.resolve("port"), Integer.toString(port));
  }

  void rotateLog() throws IOException {
    if (Files.exists(log())) {
      Files.move(log(), path.resolve("server.log.old"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Secret from its first byte, and whole or not there. */
  private static void write(Path file, String text) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(part);
    Files.createFile(
        part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(part, text + "\n");
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
