package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What was answered survives a crash, also where the database's default would not wait for it. */
class DurableGrantTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("L7: a grant waits for the disk though synchronous_commit is off by default")
  void grant() throws SQLException {
    lab.open();
    try (Connection connection = careless()) {
      Sql.column(connection, "select fence from holdfast.acquire('x')");
      assertThat(commit(connection)).isEqualTo("on");
      connection.commit();
      Sql.column(connection, "select fence from holdfast.acquire('x')");
      assertThat(commit(connection)).as("a refusal, too: it costs nothing").isEqualTo("on");
    }
  }

  @Test
  @DisplayName("L7: a renewal waits for the disk though synchronous_commit is off by default")
  void renewal() throws SQLException {
    lab.open();
    try (Connection connection = careless()) {
      String token = Sql.column(connection, "select token from holdfast.acquire('x')").get(0);
      connection.commit();
      assertThat(commit(connection)).isEqualTo("off");
      String renew = "select holdfast.renew('x', '" + Objects.requireNonNull(token) + "')";
      assertThat(Sql.column(connection, renew)).containsExactly("t");
      assertThat(commit(connection)).isEqualTo("on");
    }
  }

  @Test
  @DisplayName("L7: what an administrator chose between on and off stays as it is")
  void otherChoices() throws SQLException {
    lab.open();
    try (Connection connection = careless()) {
      Sql.run(connection, "set synchronous_commit = local");
      Sql.column(connection, "select fence from holdfast.acquire('x')");
      assertThat(commit(connection)).isEqualTo("local");
    }
  }

  private Connection careless() throws SQLException {
    Connection connection = lab.dataSource().getConnection();
    Sql.run(connection, "set synchronous_commit = off");
    connection.setAutoCommit(false);
    return connection;
  }

  private static String commit(Connection connection) throws SQLException {
    return Objects.requireNonNull(Sql.column(connection, "show synchronous_commit").get(0));
  }
}
