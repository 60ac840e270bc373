package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.OpenTransactionException;
import dev.holdfast.RequestFailedException;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.ConnectionProxy;

/** Somebody else's transaction: taken part in when handed over, never retried, never ended. */
class JoinTest {

  private static final TransactionOptions FAST =
      TransactionOptions.quick().withLockTimeout(Duration.ofMillis(60));
  private static final String LOCK = "select from item where id = 1 for update";
  private static final String TIMEOUT = "select current_setting('lock_timeout')";

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private Connection outer;
  private Transactions transactions;

  @BeforeEach
  void open() throws SQLException {
    lab.sql().run("drop table if exists item");
    lab.sql().run("create table item (id integer primary key, n integer)");
    lab.sql().run("insert into item values (1, 0), (2, 0)");
    transactions = lab.closing(new Transactions(lab.dataSource(), HoldfastSettings.defaults()));
    outer = lab.closing(lab.dataSource().getConnection());
    outer.setAutoCommit(false);
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("W10: the lock timeout holds inside and is put back, and the caller commits")
  void joins() throws SQLException {
    Sql.run(outer, "set local lock_timeout = '9s'");
    String inside =
        transactions.join(
            outer,
            FAST,
            tx -> {
              assertThat(tx.isJoined()).isTrue();
              String timeout = Sql.column(tx.connection(), TIMEOUT).toString();
              Sql.run(tx.connection(), "update item set n = 7 where id = 2");
              return timeout;
            });
    assertThat(inside).isEqualTo("[60ms]");
    assertThat(Sql.column(outer, TIMEOUT)).containsExactly("9s");
    assertThat(lab.sql().text("select n from item where id = 2")).isEqualTo("0");
    outer.commit();
    assertThat(lab.sql().text("select n from item where id = 2")).isEqualTo("7");
  }

  @Test
  @DisplayName("W10: a lock timeout inside is not tried again, and says who has to roll back")
  void neverRetries() throws SQLException {
    Holder.of(lab, LOCK);
    AtomicInteger attempts = new AtomicInteger();
    LockTimeoutException error =
        catchThrowableOfType(
            LockTimeoutException.class,
            () ->
                transactions.join(
                    outer,
                    FAST,
                    tx -> {
                      attempts.incrementAndGet();
                      Sql.run(tx.connection(), LOCK);
                      return 0;
                    }));
    assertThat(attempts).hasValue(1);
    assertThat(error).hasMessageContaining("roll the outer transaction back");
    assertThat(error.joined()).isTrue();
    outer.rollback();
  }

  @Test
  @DisplayName("W10: a swallowed error inside is told before the caller commits in vain")
  void swallowed() {
    assertThatThrownBy(
            () ->
                transactions.join(
                    outer,
                    tx -> {
                      assertThatThrownBy(() -> Sql.run(tx.connection(), "select 1/0"));
                      return 0;
                    }))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("roll the outer transaction back");
  }

  @Test
  @DisplayName("W10: what only a transaction of ours can do is refused when joined")
  void refused() throws SQLException {
    transactions.join(
        outer,
        tx -> {
          assertThatThrownBy(() -> tx.updateAndCommit("update item set n = 1"))
              .isInstanceOf(InvalidRequestException.class);
          assertThatThrownBy(() -> tx.afterCommit(() -> {}))
              .isInstanceOf(InvalidRequestException.class);
          assertThatThrownBy(() -> tx.connection().commit()).isInstanceOf(SQLException.class);
          return 0;
        });
    assertThatThrownBy(() -> transactions.join(outer, FAST.withReadOnly(), tx -> 0))
        .isInstanceOf(InvalidRequestException.class);
    try (Connection auto = lab.dataSource().getConnection()) {
      assertThatThrownBy(() -> transactions.join(auto, tx -> 0))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("autocommit");
    }
  }

  @Test
  @DisplayName("W10: a DataSource that hands out an open transaction is refused, unharmed")
  void openTransaction() throws SQLException {
    Sql.run(outer, "update item set n = 5 where id = 1");
    Transactions managed =
        lab.closing(new Transactions(new OneConnection(outer), HoldfastSettings.defaults()));
    assertThatThrownBy(() -> managed.run(tx -> 0))
        .isInstanceOf(OpenTransactionException.class)
        .hasMessageContaining("join(connection");
    assertThat(outer.getAutoCommit()).isFalse();
    assertThat(lab.sql().text("select n from item where id = 1")).isEqualTo("0");
    outer.commit();
    assertThat(lab.sql().text("select n from item where id = 1")).isEqualTo("5");
  }

  @Test
  @DisplayName("W10: … and Spring's, also before its first statement")
  void springsTransaction() throws SQLException {
    Connection spring =
        (Connection)
            Proxy.newProxyInstance(
                ConnectionProxy.class.getClassLoader(),
                new Class<?>[] {ConnectionProxy.class},
                (proxy, method, arguments) ->
                    method.getName().equals("close") ? null : method.invoke(outer, arguments));
    Transactions managed =
        lab.closing(new Transactions(new OneConnection(spring, true), HoldfastSettings.defaults()));
    assertThatThrownBy(() -> managed.run(tx -> 0)).isInstanceOf(OpenTransactionException.class);
    assertThat(outer.getAutoCommit()).isFalse();
  }

  @Test
  @DisplayName("W10: a pool whose connections have autocommit off works, and gets them back so")
  void autocommitOff() throws SQLException {
    Transactions pooled =
        lab.closing(new Transactions(new OneConnection(outer), HoldfastSettings.defaults()));
    pooled.run(
        tx -> {
          Sql.run(tx.connection(), "update item set n = 5 where id = 1");
          return 0;
        });
    assertThat(lab.sql().text("select n from item where id = 1")).isEqualTo("5");
    assertThat(outer.getAutoCommit()).isFalse();
  }
}
