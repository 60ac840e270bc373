package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastEvent.Ending;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.transaction.Outcomes.Known;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Found by torture (full disk of the WAL, an old primary that came back): a transaction whose
 * commit was lost with the server was told as committed, since another one had been given its id
 * after the restart, or on the server that took over, and had committed.
 */
class CrashOutcomeTest {

  private final SQLException lost = new SQLException("the connection broke", "08006");

  @Test
  @DisplayName("W9: an id that a crash let go to somebody else proves no commit")
  void reusedId() throws SQLException {
    try (PostgresServer server = PostgresServer.start(PostgresServer.shared().major());
        TestDatabase database = server.createDatabase()) {
      long begunAt = System.nanoTime();
      String id;
      try (Connection connection = database.dataSource().getConnection()) {
        connection.setAutoCommit(false);
        id = nextId(connection);
        server.kill();
      } catch (SQLException closing) {
        throw new AssertionError("the id was not given out", closing);
      }
      server.start();
      giveAgain(database, id);
      Outcomes outcomes = new Outcomes(database.dataSource(), Duration.ofSeconds(20));

      assertThat(outcomes.find(new Known(id, null, begunAt), lost)).isEqualTo(Ending.UNKNOWN);
      long afterTheCrash = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      assertThat(outcomes.find(new Known(id, null, afterTheCrash), lost))
          .as("one that began on the new server")
          .isEqualTo(Ending.COMMITTED);
    }
  }

  @Test
  @DisplayName("W9: an id of another timeline proves no commit, whoever committed under it here")
  void anotherTimeline() throws SQLException {
    try (TestDatabase database = PostgresServer.shared().createDatabase();
        Connection connection = database.dataSource().getConnection()) {
      String id = nextId(connection);
      String elsewhere = id.replaceFirst("@.*", "@0000FFFF");
      Outcomes outcomes = new Outcomes(database.dataSource(), Duration.ofSeconds(20));
      long begunAt = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);

      assertThat(outcomes.find(new Known(id, null, begunAt), lost)).isEqualTo(Ending.COMMITTED);
      assertThat(outcomes.find(new Known(elsewhere, null, begunAt), lost))
          .isEqualTo(Ending.UNKNOWN);
    }
  }

  private static void giveAgain(TestDatabase database, String id) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      String last = nextId(connection);
      for (int i = 0; i < 1_000 && !last.equals(id); i++) {
        last = nextId(connection);
      }
      assertThat(last).isEqualTo(id);
    }
  }

  private static String nextId(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TransactionSql.OPEN)) {
      statement.setString(1, "1s");
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getString(2);
      }
    }
  }
}
