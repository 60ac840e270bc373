package dev.holdfast.bench.measure;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of its own on a server that commits durably; gone at the end. */
public final class Database implements AutoCloseable {

  /** Durable commits, as in production; room for pools of all contenders of a scenario. */
  private static final Map<String, String> DURABLE =
      Map.of(
          "fsync", "on",
          "synchronous_commit", "on",
          "full_page_writes", "on",
          "max_connections", "500",
          "max_wal_size", "4GB");

  /** By this name the connections of what is measured are told from those that measure. */
  private static final String MEASURED = "holdfast-bench-measured";

  private static final long NOT_OURS = -1;

  private final PostgresServer server;
  private final TestDatabase database;

  private final long postmaster;

  private final boolean isFirst;

  private Database(PostgresServer server, long postmaster, boolean isFirst) {
    this.server = server;
    this.postmaster = postmaster;
    this.isFirst = isFirst;
    this.database = server.createDatabase();
  }

  /** One more on the same server. */
  public Database another() {
    return new Database(server, postmaster, false);
  }

  public static Database open(Options options) {
    if (options.url() == null) {
      PostgresServer own = PostgresServer.start(18, DURABLE);
      return new Database(own, own.pid(), true);
    }
    System.setProperty("HOLDFAST_TEST_URL", options.url());
    return new Database(PostgresServer.shared(), NOT_OURS, true);
  }

  public String url() {
    return database.url();
  }

  public String user() {
    return database.user();
  }

  public String version() {
    return server.version();
  }

  /** What was used so far; the server's part only of a server of our own. */
  public Cpu cpu(List<ProcessHandle> servers, List<ProcessHandle> clients) {
    return Cpu.before(postmaster, servers, clients);
  }

  /** What was used since then, by the same. */
  public Cpu cpuSince(Cpu before, List<ProcessHandle> servers, List<ProcessHandle> clients) {
    return Cpu.after(postmaster, servers, clients).since(before);
  }

  /** For the thing that is measured. */
  public PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = database.dataSource();
    source.setApplicationName(MEASURED);
    return source;
  }

  /** For those that measure, and for the bare statements. */
  public Connection connect() throws SQLException {
    return database.dataSource().getConnection();
  }

  public void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of the only row, as text. */
  public String ask(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return String.valueOf(row.getString(1));
    }
  }

  /** How many connections what is measured has open now. */
  public int connectionsInUse() throws SQLException {
    try (Connection connection = connect();
        PreparedStatement statement =
            connection.prepareStatement(
                """
                select count(*)
                from pg_stat_activity
                where datname = current_database() and application_name = ?
                """)) {
      statement.setString(1, MEASURED);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  /** Where the write-ahead log is: the difference of two is what was written between. */
  public long walPosition() throws SQLException {
    return Long.parseLong(ask("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn"));
  }

  @Override
  public void close() {
    database.close();
    if (isFirst) {
      server.close();
    }
  }
}
