package dev.holdfast.embedded;

import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database of one's own on a {@link PostgresServer}, dropped when it is closed, also if there are
 * still connections to it. Thread-safe.
 */
public final class TestDatabase implements AutoCloseable {

  private final PostgresServer server;
  private final String name;

  TestDatabase(PostgresServer server, String name) {
    this.server = server;
    this.name = name;
  }

  /** The server that this database is on. */
  public PostgresServer server() {
    return server;
  }

  /** The database's name. */
  public String name() {
    return name;
  }

  /** The JDBC address, without user and password unless the server is given by such an address. */
  public String url() {
    return server.url(name);
  }

  /** The user to connect as, a superuser on embedded servers. */
  public String user() {
    return server.user();
  }

  /** A plain source: each connection is a new one. */
  public PGSimpleDataSource dataSource() {
    return server.dataSource(name);
  }

  /** Drops the database. On an embedded server that is down there is nothing to do. */
  @Override
  public void close() {
    server.drop(name);
  }

  @Override
  public String toString() {
    return name + " on " + server;
  }
}
