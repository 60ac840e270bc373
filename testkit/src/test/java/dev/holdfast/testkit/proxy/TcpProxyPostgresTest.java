package dev.holdfast.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.testkit.Eventually;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("The TCP proxy before PostgreSQL")
@Timeout(60)
final class TcpProxyPostgresTest {
  private static final String INSERT = "insert into seen values (1)";
  private static final int IMPATIENT_MILLIS = 2_000;

  private TestDatabase database;
  private TcpProxy proxy;
  private PGSimpleDataSource far;

  @BeforeEach
  void open() throws SQLException {
    database = PostgresServer.shared().createDatabase();
    PGSimpleDataSource near = database.dataSource();
    int port = near.getPortNumbers()[0];
    proxy = TcpProxy.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    far = database.dataSource();
    far.setServerNames(new String[] {"127.0.0.1"});
    far.setPortNumbers(new int[] {proxy.port()});
    far.setSocketTimeout(20);
    try (Connection connection = near.getConnection()) {
      run(connection, "create table seen (id int)");
    }
  }

  @AfterEach
  void close() {
    proxy.close();
    database.close();
  }

  @Test
  @DisplayName("passes queries on and counts them")
  void passes() throws SQLException {
    try (Connection connection = far.getConnection()) {
      run(connection, INSERT);
    }
    assertThat(seen()).isEqualTo(1);
    assertThat(proxy.stats().accepted()).isEqualTo(1);
    assertThat(proxy.stats().requestBytes()).isGreaterThan(INSERT.length());
    assertThat(proxy.stats().answerBytes()).isPositive();
  }

  @Test
  @DisplayName("loses the answer to a commit that has happened")
  void losesAnswerToCommit() throws Exception {
    try (Connection connection = far.getConnection()) {
      connection.setAutoCommit(false);
      run(connection, INSERT);
      CompletableFuture<Void> lost = proxy.swallowNextAnswerThenCut();
      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
      lost.get(20, TimeUnit.SECONDS);
    }
    assertThat(seen()).as("rows, though the commit failed").isEqualTo(1);
    assertThatThrownBy(far::getConnection).isInstanceOf(SQLException.class);
    proxy.heal();
    try (Connection connection = far.getConnection()) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  @Test
  @DisplayName("loses the commit itself: the server rolls back when the connection is gone")
  void losesCommit() throws Exception {
    try (Connection connection = far.getConnection()) {
      connection.setAutoCommit(false);
      run(connection, INSERT);
      connection.setNetworkTimeout(Runnable::run, IMPATIENT_MILLIS);
      proxy.swallowRequests();
      assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    }
    proxy.heal();
    assertThat(seen()).isZero();
  }

  @Test
  @DisplayName("half-open: the client ends by its own timeout, the server is not told")
  void halfOpens() throws SQLException {
    try (Connection connection = far.getConnection();
        Connection near = database.dataSource().getConnection()) {
      String backend =
          "select count(*) from pg_stat_activity where datname = current_database()"
              + " and pid <> pg_backend_pid()";
      // the one that made the table may take its time to end
      Eventually.holds("one backend", Duration.ofSeconds(20), () -> number(near, backend) == 1);
      connection.setNetworkTimeout(Runnable::run, IMPATIENT_MILLIS);
      proxy.halfOpen();
      long start = System.nanoTime();
      assertThatThrownBy(() -> run(connection, INSERT)).isInstanceOf(SQLException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(18));
      assertThat(number(near, backend)).as("backends that wait for a lost client").isEqualTo(1);
    }
  }

  @Test
  @DisplayName("delays each round trip by twice the delay")
  void delays() throws SQLException {
    try (Connection connection = far.getConnection()) {
      proxy.delay(Duration.ofMillis(50));
      long start = System.nanoTime();
      run(connection, INSERT);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }
  }

  private long seen() throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
      return number(connection, "select count(*) from seen");
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
