package dev.holdfast.policy.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

class GuardPoolsTest {

  private static final String BILLS = "update bills set n = 1 where id = 1";
  private static final String BOXES = "update boxes set n = 1 where id = 1";

  private static GuardLab lab;

  @BeforeAll
  static void create() throws SQLException {
    lab = new GuardLab();
  }

  @AfterAll
  static void drop() {
    lab.close();
  }

  /** How a guard and a pool of one connection can stand to each other. */
  enum Way {
    GUARD_AROUND_POOL,
    POOL_AROUND_GUARD
  }

  private static HikariDataSource pool(DataSource below, int size) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(below);
    config.setMaximumPoolSize(size);
    return new HikariDataSource(config);
  }

  private static HikariDataSource pool(Way way, int size) {
    return pool(way == Way.GUARD_AROUND_POOL ? lab.plain() : lab.guarded(GuardMode.THROW), size);
  }

  private static DataSource guarded(Way way, HikariDataSource pool) {
    return way == Way.GUARD_AROUND_POOL
        ? PolicyDataSource.wrap(pool, GuardLab.POLICY, GuardMode.THROW)
        : pool;
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "P4: a connection that comes back to the pool takes nothing along, locked or refused")
  void givenBack(Way way) throws SQLException {
    try (HikariDataSource pool = pool(way, 1)) {
      DataSource guarded = guarded(way, pool);
      int first = pid(guarded);
      for (String sql : new String[] {BILLS, BOXES, BILLS}) {
        try (Connection connection = guarded.getConnection()) {
          connection.setAutoCommit(false);
          execute(connection, sql);
          assertThatThrownBy(() -> execute(connection, sql.equals(BILLS) ? BOXES : BILLS))
              .isInstanceOf(PolicyViolationException.class);
        } // neither committed nor rolled back
      }
      assertThat(pid(guarded)).as("the pool kept its connection").isEqualTo(first);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("P4: no way back from a statement leads around the guard")
  void identity(Way way) throws SQLException {
    try (HikariDataSource pool = pool(way, 1);
        Connection connection = guarded(way, pool).getConnection();
        PreparedStatement statement = connection.prepareStatement(BILLS)) {
      connection.setAutoCommit(false);
      statement.executeUpdate();

      assertThat(statement.getConnection()).isSameAs(connection);
      assertThatThrownBy(() -> execute(statement.getConnection(), BOXES))
          .isInstanceOf(PolicyViolationException.class);
      assertThat(connection.unwrap(PGConnection.class).getBackendPID()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("P4: two threads with transactions of their own do not mix")
  void twoThreads(Way way) throws Exception {
    try (HikariDataSource pool = pool(way, 2)) {
      DataSource guarded = guarded(way, pool);
      CyclicBarrier both = new CyclicBarrier(2);
      CompletableFuture<Void> bills =
          CompletableFuture.runAsync(() -> rounds(guarded, both, BILLS, BOXES));
      CompletableFuture<Void> boxes =
          CompletableFuture.runAsync(() -> rounds(guarded, both, BOXES, BILLS));

      assertThat(bills).succeedsWithin(java.time.Duration.ofSeconds(30));
      assertThat(boxes).succeedsWithin(java.time.Duration.ofSeconds(30));
    }
  }

  private static void rounds(DataSource guarded, CyclicBarrier both, String own, String other) {
    for (int i = 0; i < 20; i++) {
      try (Connection connection = guarded.getConnection()) {
        connection.setAutoCommit(false);
        both.await();
        execute(connection, own);
        both.await();
        assertThatThrownBy(() -> execute(connection, other))
            .isInstanceOf(PolicyViolationException.class);
        connection.commit();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("P4: Spring's proxies and transactions around it change nothing")
  void spring(Way way) {
    try (HikariDataSource pool = pool(way, 2)) {
      DataSource guarded = guarded(way, pool);
      DataSource proxied =
          new TransactionAwareDataSourceProxy(new LazyConnectionDataSourceProxy(guarded));
      TransactionTemplate transactions =
          new TransactionTemplate(new DataSourceTransactionManager(proxied));
      JdbcTemplate jdbc = new JdbcTemplate(proxied);

      transactions.executeWithoutResult(
          status -> {
            jdbc.update(BILLS);
            assertThatThrownBy(() -> jdbc.update(BOXES))
                .isInstanceOf(DataAccessException.class)
                .hasCauseInstanceOf(PolicyViolationException.class)
                .hasMessageContaining("rule cluster");
          });
      transactions.executeWithoutResult(status -> jdbc.update(BOXES));
      jdbc.update(BILLS);
      jdbc.update(BOXES);
    }
  }

  @Test
  @DisplayName("P4: an inner transaction of Spring's is one of its own")
  void requiresNew() {
    try (HikariDataSource pool = pool(Way.GUARD_AROUND_POOL, 2)) {
      DataSource guarded = guarded(Way.GUARD_AROUND_POOL, pool);
      TransactionTemplate outer =
          new TransactionTemplate(new DataSourceTransactionManager(guarded));
      TransactionTemplate inner =
          new TransactionTemplate(new DataSourceTransactionManager(guarded));
      inner.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
      TransactionTemplate nested =
          new TransactionTemplate(new DataSourceTransactionManager(guarded));
      nested.setPropagationBehavior(TransactionTemplate.PROPAGATION_NESTED);
      JdbcTemplate jdbc = new JdbcTemplate(guarded);

      outer.executeWithoutResult(
          status -> {
            nested.executeWithoutResult(
                savepoint -> {
                  jdbc.update(BOXES);
                  savepoint.setRollbackOnly();
                });
            jdbc.update(BILLS);
            inner.executeWithoutResult(other -> jdbc.update(BOXES));
            assertThatThrownBy(() -> jdbc.update(BOXES))
                .hasCauseInstanceOf(PolicyViolationException.class);
          });
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int pid(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection()) {
      return connection.unwrap(PGConnection.class).getBackendPID();
    }
  }
}
