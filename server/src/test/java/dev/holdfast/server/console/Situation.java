package dev.holdfast.server.console;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A bad night, on a real database: a queue behind a lease, a session that idles in its transaction,
 * and a deadlock over a lease and a row lock.
 */
final class Situation implements AutoCloseable {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final ConsoleLab lab;
  private final List<Holdfast> processes = new ArrayList<>();
  private final List<Connection> sessions = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  Situation(ConsoleLab lab) {
    this.lab = lab;
    lab.sql("create table account (id int primary key, balance int)");
    lab.sql("create table ledger (id int primary key, total int)");
    lab.sql("insert into account values (1, 100)");
    lab.sql("insert into ledger values (88, 0)");
  }

  /** web-3 has it; web-1, web-2 and billing-7 wait in this order. */
  void queue(String resource) {
    lab.hold(resource, "web-3");
    for (String waiter : List.of("web-1", "web-2", "billing-7")) {
      int before = waiting(resource);
      Holdfast process = process(waiter);
      process.leases().acquireAsync(resource, patient(waiter));
      WaitUntil.holds(waiter + " waits", () -> waiting(resource) > before);
    }
  }

  /** A worker forgot a transaction; another waits for its row, a migration for both. Its pid. */
  int idleInTransaction() throws SQLException {
    Connection first = session("worker-a4");
    run(first, "update account set balance = 0 where id = 1");
    Connection second = session("worker-c1");
    threads.execute(() -> quietly(second, "select * from account where id = 1 for update"));
    WaitUntil.holds("worker-c1 waits", () -> lockWaits() == 1);
    Connection third = session("migration");
    threads.execute(() -> quietly(third, "alter table account add column note text"));
    WaitUntil.holds("the migration waits", () -> lockWaits() == 2);
    return pid(first);
  }

  /**
   * web-1 holds the lease and, under its guard, waits for a row; whoever has that row waits for the
   * lease. The second one is a client that does not look for deadlocks: ours would end this.
   */
  void deadlock(String resource) throws SQLException {
    Connection billing = session("billing-7");
    run(billing, "update ledger set total = total + 1 where id = 88");
    Lease lease = process("web-1").leases().acquire(resource, patient("web-1"));
    Connection web = session("web-1");
    lease.guard(web);
    threads.execute(() -> quietly(web, "update ledger set total = 0 where id = 88"));
    WaitUntil.holds("web-1 waits for the row", () -> lockWaits("ledger") == 1);
    lab.sql(
        """
        insert into holdfast.wait_report (process, reported_at, expires_at, waits, more)
        select gen_random_uuid(), clock_timestamp(), clock_timestamp() + interval '10 minutes',
               jsonb_build_array(jsonb_build_object(
                 'n', 1, 'resource', '%s', 'holder', 'billing-7', 'backends', jsonb_build_array(%d),
                 'since', (extract(epoch from clock_timestamp()) * 1000 - 14000)::bigint)), 0
        """
            .formatted(resource, pid(billing)));
  }

  private Holdfast process(String holder) {
    PGSimpleDataSource source = source(holder);
    Holdfast process = Holdfast.on(source, HoldfastSettings.defaults().withHolder(holder));
    processes.add(process);
    return process;
  }

  private static LeaseOptions patient(String holder) {
    return LeaseOptions.defaults().withHolder(holder).withTtl(LONG).withWait(LONG);
  }

  private Connection session(String application) throws SQLException {
    Connection connection = source(application).getConnection();
    connection.setAutoCommit(false);
    sessions.add(connection);
    return connection;
  }

  private PGSimpleDataSource source(String application) {
    PGSimpleDataSource source = lab.newDataSource();
    source.setApplicationName(application);
    return source;
  }

  private int waiting(String resource) {
    return number("select count(*) from holdfast.waiter where resource = '" + resource + "'");
  }

  private int lockWaits() {
    return lockWaits("account");
  }

  private int lockWaits(String table) {
    return number(
        """
        select count(*) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query like '%%%s%%'
        """
            .formatted(table));
  }

  private static int pid(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getBackendPID();
  }

  private int number(String query) {
    try (Connection connection = lab.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getInt(1);
    } catch (SQLException e) {
      throw new AssertionError(query, e);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** It waits until the test is over, and then fails: nobody has to hear of it. */
  private static void quietly(Connection connection, String sql) {
    try {
      run(connection, sql);
    } catch (SQLException expected) {
      System.getLogger(Situation.class.getName())
          .log(System.Logger.Level.DEBUG, "ended with the test", expected);
    }
  }

  @Override
  public void close() throws SQLException {
    lab.sql(
        """
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name in
          ('worker-a4', 'worker-c1', 'migration', 'billing-7', 'web-1')
        """);
    threads.shutdownNow();
    processes.forEach(Holdfast::close);
    for (Connection session : sessions) {
      session.close();
    }
  }
}
