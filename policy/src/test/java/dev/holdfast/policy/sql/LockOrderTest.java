package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.LockMode.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The order of the locks, too, is PostgreSQL's: another transaction holds all rows of one table, so
 * that the statement stops there; what the analysis says to come before is locked by then, what it
 * says to come after is not.
 */
class LockOrderTest {

  private static CorpusDatabase database;
  private static SqlLocks analysis;

  @BeforeAll
  static void open() throws SQLException {
    database = new CorpusDatabase();
    analysis = SqlLocks.with(database.catalog());
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into orders (id, customer_id, product_id) values (60, 1, 1)",
        "insert into reviews (product_id, customer_id) values (1, 1)",
        "delete from orders where id = 1",
        "delete from products where id = 2",
        "delete from customers where id = 6",
        "insert into documents (id, title, owner) values (60, 'x', 1)",
        "update letters set words = 2 where id = 1",
        "select spend(1, 1)",
        "select walk_orders()",
        "select * from orders o join customers c on c.id = o.customer_id where o.id = 1"
            + " for share of c for update of o",
        "with x as (select id from customers where id = 1 for share)"
            + " update orders set total = 1 from x where customer_id = x.id",
        "delete from counters where exists (select 1 from products where id = 1 for update)",
      })
  @DisplayName("P8: locks are said in the order in which PostgreSQL takes them")
  void locksAreSaidInOrder(String sql) throws Exception {
    List<String> tables =
        analysis.of(sql).get(0).locks().stream()
            .filter(l -> l.mode().scope() == Scope.ROW && l.when() == When.NOW)
            .map(l -> Comparison.name(l.table()))
            .distinct()
            .toList();
    assertThat(tables).hasSizeGreaterThan(1);
    for (int stop = 0; stop < tables.size(); stop++) {
      assertThat(lockedWhenStoppedAt(tables.get(stop), sql, tables))
          .as("%s, stopped at %s", tables, tables.get(stop))
          .isEqualTo(tables.subList(0, stop));
    }
  }

  private static List<String> lockedWhenStoppedAt(String stop, String sql, List<String> tables)
      throws Exception {
    try (Connection blocker = database.connect();
        Connection subject = database.connect();
        Connection observer = database.connect()) {
      blocker.setAutoCommit(false);
      subject.setAutoCommit(false);
      Observed.strings(blocker, "select 1 from " + stop + " for update");
      String pid = Observed.strings(subject, "select pg_backend_pid()").get(0);
      CompletableFuture<Void> running = CompletableFuture.runAsync(() -> run(subject, sql));
      awaitBlocked(observer, pid, running);
      List<String> locked =
          tables.stream().filter(t -> !t.equals(stop) && isLocked(observer, t)).toList();
      blocker.rollback();
      running.get(20, TimeUnit.SECONDS);
      subject.rollback();
      return locked;
    }
  }

  private static void run(Connection connection, String sql) {
    try {
      CorpusDatabase.run(connection, sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static void awaitBlocked(Connection observer, String pid, CompletableFuture<Void> running)
      throws SQLException, ExecutionException, InterruptedException {
    Instant end = Instant.now().plus(Duration.ofSeconds(15));
    String sql = "select cardinality(pg_blocking_pids(" + pid + "))";
    while (Observed.strings(observer, sql).get(0).equals("0")) {
      assertThat(Instant.now()).as("it does not wait").isBefore(end);
      try {
        running.get(5, TimeUnit.MILLISECONDS);
        throw new AssertionError("it did not wait");
      } catch (TimeoutException e) {
        // still running: ask again
      }
    }
  }

  private static boolean isLocked(Connection observer, String table) {
    try {
      String free = "(select count(*) from (select 1 from " + table + " for update skip locked) x)";
      String all = "(select count(*) from " + table + ")";
      return Observed.strings(observer, "select " + free + " < " + all).get(0).equals("t");
    } catch (SQLException e) {
      throw new IllegalStateException(table, e);
    }
  }
}
