package dev.holdfast.server.cli;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.HoldfastSettings.SchemaMode;
import dev.holdfast.embedded.EmbeddedDatabase;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The database of one command. What was opened on it is closed with it, the last first, also when a
 * signal ends the JVM: a lease is given back, the embedded server is left.
 */
final class Database implements AutoCloseable {
  private final DataSource dataSource;
  private final boolean embedded;
  private final String name;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  private Database(DataSource dataSource, boolean embedded, String name) {
    this.dataSource = dataSource;
    this.embedded = embedded;
    this.name = name;
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "holdfast-close"));
  }

  static Database open(DatabaseChoice choice, Console console) {
    if (choice instanceof DatabaseChoice.Embedded its) {
      EmbeddedDatabase server = EmbeddedDatabase.open(its.directory(), console::say);
      Database database = new Database(server.dataSource(), true, its.directory().toString());
      database.open.push(server);
      return database;
    }
    DatabaseUrl url = ((DatabaseChoice.Remote) choice).url();
    return new Database(source(url), false, url.toString());
  }

  DataSource dataSource() {
    return dataSource;
  }

  /** A database of our own gets its schema by itself; somebody else's only when told to. */
  Holdfast holdfast() {
    return holdfast(HoldfastSettings.defaults());
  }

  /** The same, with what else is set. */
  Holdfast holdfast(HoldfastSettings settings) {
    SchemaMode mode = embedded ? SchemaMode.APPLY : SchemaMode.VALIDATE;
    return keep(Holdfast.on(dataSource, settings.withSchemaMode(mode)));
  }

  /** Closed with the database, before what was opened earlier. */
  synchronized <T extends AutoCloseable> T keep(T opened) {
    open.push(opened);
    return opened;
  }

  @Override
  public synchronized void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        System.err.println("holdfast: could not leave the database in order: " + e.getMessage());
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }

  private static DataSource source(DatabaseUrl url) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setApplicationName("holdfast");
    try {
      source.setURL(url.jdbc());
    } catch (IllegalArgumentException e) {
      throw new UsageException("the driver does not understand the address " + url);
    }
    if (url.user() != null) {
      source.setUser(url.user());
    }
    if (url.password() != null) {
      source.setPassword(url.password());
    }
    return source;
  }
}
