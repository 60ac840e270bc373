package dev.holdfast.policy.lint;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.Evalium;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.file.PolicyReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two operations, as policies declare them, on a real PostgreSQL. */
class DeclaredDeadlockTest {

  private static final List<String> PAIR = List.of("StartDeliverySession", "SessionReaper");

  @Test
  @DisplayName(
      "P2: the pair that the lint names deadlocks as the source declares it, not corrected")
  void pair() throws Exception {
    assertThat(states(PolicyReader.read(Evalium.AS_WRITTEN))).contains("40P01");
    assertThat(states(PolicyReader.read(Evalium.CORRECTED))).containsOnly("00000");
  }

  /** Both lock their first common table, if they can, before either goes on. */
  private static List<String> states(Policy policy) throws Exception {
    try (TestDatabase database = PostgresServer.shared().createDatabase()) {
      List<List<String>> locks = common(policy);
      prepare(database, locks.get(0));
      CountDownLatch begun = new CountDownLatch(1);
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try (Connection one = database.dataSource().getConnection();
          Connection other = database.dataSource().getConnection()) {
        one.setAutoCommit(false);
        other.setAutoCommit(false);
        lock(one, locks.get(0).get(0));
        Future<String> second = threads.submit(() -> state(other, locks.get(1), begun));
        assertThat(begun.await(20, SECONDS)).isTrue();
        String first = state(one, locks.get(0).subList(1, 2), begun);
        return List.of(first, second.get(20, SECONDS));
      } finally {
        threads.shutdownNow();
      }
    }
  }

  /** What both lock, each in the order in which it does. */
  private static List<List<String>> common(Policy policy) {
    List<List<String>> tables =
        PAIR.stream()
            .map(name -> policy.operation(name).orElseThrow().tableNames())
            .map(names -> names.stream().map(TableName::toString).toList())
            .toList();
    return Stream.of(0, 1)
        .map(i -> tables.get(i).stream().filter(tables.get(1 - i)::contains).toList())
        .toList();
  }

  private static void prepare(TestDatabase database, List<String> tables) throws SQLException {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : tables) {
        statement.execute("create table " + table + " as select 1 as id");
      }
    }
  }

  /** Goes through its tables; the latch tells that it has the first, or that it is about to ask. */
  private static String state(Connection connection, List<String> tables, CountDownLatch begun)
      throws SQLException {
    try {
      for (String table : tables) {
        lockIfFree(connection, table);
        begun.countDown();
        lock(connection, table);
      }
      connection.commit();
      return "00000";
    } catch (SQLException e) {
      connection.rollback();
      return String.valueOf(e.getSQLState());
    }
  }

  private static void lockIfFree(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select 1 from " + table + " for update skip locked");
    }
  }

  private static void lock(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select 1 from " + table + " for update");
    }
  }
}
