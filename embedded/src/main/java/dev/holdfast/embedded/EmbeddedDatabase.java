package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database in a directory, which survives restarts and which processes share: the first prepares
 * it and starts the server, the others join, the last one out stops it. A process that is killed
 * takes nothing with it: the server goes on for the others, or until the next one comes and goes.
 *
 * <p>Close it, and after everything that uses it: there is no shutdown hook, since that could stop
 * the server under the hooks of others. Thread-safe.
 */
public final class EmbeddedDatabase implements AutoCloseable {

  private final DataDirectory directory;
  private final Opening opening;
  private final Opening.Opened opened;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedDatabase(DataDirectory directory, Opening opening, Opening.Opened opened) {
    this.directory = directory;
    this.opening = opening;
    this.opened = opened;
  }

  /** Opens the database in a directory, silently. */
  public static EmbeddedDatabase open(Path dataDirectory) {
    return open(dataDirectory, line -> {});
  }

  /**
   * Opens the database in a directory, which is made if need be.
   *
   * @param progress is told, in one line each, about what takes time
   * @throws EmbeddedPostgresException if that can't be; the message says what to do
   */
  public static EmbeddedDatabase open(Path dataDirectory, Consumer<String> progress) {
    return open(dataDirectory, progress, PostgresBinaries.any(), RunAs.detect());
  }

  static EmbeddedDatabase open(
      Path path, Consumer<String> progress, PostgresBinaries binaries, RunAs runAs) {
    try {
      new DataDirectory(path.toAbsolutePath()).create();
      DataDirectory directory = new DataDirectory(path.toRealPath());
      Opening opening = new Opening(directory, binaries, runAs, progress);
      Opening.Opened opened = DirectoryLock.during(directory, progress, opening::run);
      return new EmbeddedDatabase(directory, opening, opened);
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          Diagnosis.of("The data directory " + path + " can't be used", e.toString()), e);
    }
  }

  /** The JDBC address; the password is not in it. */
  public String url() {
    return opened.access().url();
  }

  /** The user, a superuser of this server. */
  public String user() {
    return Access.USER;
  }

  /** The user's password, made at random when the directory was. */
  public String password() {
    return opened.access().password();
  }

  /** A plain source: each connection is a new one. */
  public PGSimpleDataSource dataSource() {
    return opened.access().dataSource();
  }

  /** PostgreSQL's version, such as {@code 18.4}. */
  public String version() {
    return opened.version();
  }

  /** Whether this handle prepared the directory. */
  public boolean isFirstStart() {
    return opened.first();
  }

  /** The directory that all is in. */
  public Path directory() {
    return directory.path();
  }

  /** Lets go of the database. The last one of all processes stops the server. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      Uninterrupted.run(this::leave);
    }
  }

  private void leave() {
    try {
      DirectoryLock.during(directory, line -> {}, opening::leave);
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          Diagnosis.of("The data directory " + directory.path() + " can't be left", e.toString()),
          e);
    }
  }

  @Override
  public String toString() {
    return "PostgreSQL %s in %s at %s".formatted(opened.version(), directory.path(), url());
  }
}
