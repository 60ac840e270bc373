package dev.holdfast.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server for tests and benches: temporary, on loopback, with {@code fsync} off and 200
 * connections unless told otherwise, gone with this JVM, however that ends. {@link #shared()} is
 * one for all tests; {@link #start(int, Map)} is one of one's own, which may be stopped, killed and
 * paused. Thread-safe.
 */
public final class PostgresServer implements AutoCloseable {

  private final ServerAddress address;
  private final String version;
  private final String user;
  private final @Nullable LocalServer local;
  private final boolean shared;

  PostgresServer(ServerAddress address, @Nullable LocalServer local, boolean shared) {
    this.address = address;
    this.local = local;
    this.shared = shared;
    try (Connection connection = address.dataSource(address.database(), local).getConnection()) {
      this.version = connection.getMetaData().getDatabaseProductVersion();
      this.user = connection.getMetaData().getUserName();
    } catch (SQLException e) {
      throw new EmbeddedPostgresException(
          "The PostgreSQL server at " + address.base() + " does not answer: " + e.getMessage(), e);
    }
  }

  /**
   * The server for tests in this JVM: yours, if the environment variable or system property {@code
   * HOLDFAST_TEST_URL} gives the address of one; otherwise a temporary one of the major that the
   * system property {@code holdfast.postgres.major} names, or 18. Started on first use.
   */
  public static PostgresServer shared() {
    return SharedServers.get();
  }

  /** The same, of a given major: yours if it is of that major, otherwise a temporary one. */
  public static PostgresServer shared(int major) {
    return SharedServers.get(major);
  }

  /** Starts a server of one's own. Close it. */
  public static PostgresServer start(int major) {
    return start(major, Map.of());
  }

  /**
   * Starts a server of one's own.
   *
   * @param settings of {@code postgresql.conf}, over the defaults: such as {@code fsync=on}
   */
  public static PostgresServer start(int major, Map<String, String> settings) {
    return start(major, settings, RunAs.detect(), false);
  }

  static PostgresServer start(
      int major, Map<String, String> settings, RunAs runAs, boolean shared) {
    LocalServer local = LocalServer.create(PostgresBinaries.find(major), runAs, settings);
    return new PostgresServer(ServerAddress.local(local.port()), local, shared);
  }

  /** The major version, such as 18. */
  public int major() {
    return Integer.parseInt(version.replaceAll("\\D.*", ""));
  }

  /** The full version, such as {@code 18.4}. */
  public String version() {
    return version;
  }

  /** The user that databases are created and used with. */
  public String user() {
    return user;
  }

  /** The JDBC address of a database. */
  public String url(String database) {
    return address.url(database);
  }

  /** A plain source for a database: each connection is a new one. */
  public PGSimpleDataSource dataSource(String database) {
    return address.dataSource(database, local);
  }

  /** A new, empty database. */
  public TestDatabase createDatabase() {
    return createDatabase("template1");
  }

  /** A new database, copied from another one to which nobody may be connected. */
  public TestDatabase createDatabase(String template) {
    String name = "test_" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    execute("create database " + name + " template " + quoted(template));
    return new TestDatabase(this, name);
  }

  void drop(String database) {
    if (local == null || local.isRunning()) {
      execute("drop database if exists " + quoted(database) + " with (force)");
    }
  }

  /** Whether the server runs; one that is paused does. */
  public boolean isRunning() {
    return local == null || local.isRunning();
  }

  /** The port on loopback, the same for the server's whole life. */
  public int port() {
    return own("asked for its port").port();
  }

  /** The process id of the postmaster. */
  public long pid() {
    return own("asked for its process").processes().postmaster();
  }

  /** The data directory. */
  public Path data() {
    return own("asked for its directory").data();
  }

  /** The file that the server logs to. */
  public Path log() {
    return own("asked for its log").log();
  }

  /** Stops the server; its data stays. Returns when the postmaster has ended. */
  public void stop(StopMode mode) {
    exclusive("stopped").stop(mode);
  }

  /** Starts the server again after a stop or kill, on the same port and data. */
  public void start() {
    exclusive("started").start();
  }

  /** Kills the postmaster and all its children with {@code kill -9}; returns when they are gone. */
  public void kill() {
    exclusive("killed").kill();
  }

  /** Freezes the postmaster and all its children (SIGSTOP). */
  public void pause() {
    exclusive("paused").processes().pauseAll();
  }

  /** Wakes the server again (SIGCONT). */
  public void resume() {
    exclusive("resumed").processes().resumeAll();
  }

  /** Stops the server and deletes its directory. A shared one goes on until the JVM ends. */
  @Override
  public void close() {
    if (local != null && !shared) {
      local.delete();
    }
  }

  void delete() {
    if (local != null) {
      local.delete();
    }
  }

  @Override
  public String toString() {
    return "PostgreSQL " + version + " at " + address.base();
  }

  private LocalServer own(String what) {
    if (local == null) {
      throw new IllegalStateException(
          "%s is yours (HOLDFAST_TEST_URL) and can't be %s from here.".formatted(this, what));
    }
    return local;
  }

  private LocalServer exclusive(String what) {
    LocalServer server = own(what);
    if (shared) {
      throw new IllegalStateException(
          "%s is shared by all tests and can't be %s: take PostgresServer.start(%d)."
              .formatted(this, what, major()));
    }
    return server;
  }

  private void execute(String sql) {
    try (Connection connection = dataSource(address.database()).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new EmbeddedPostgresException(
          "%s refused \"%s\": %s".formatted(this, sql, e.getMessage()), e);
    }
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
