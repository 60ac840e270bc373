package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.holdfast.LockTimeoutException;
import dev.holdfast.OpenTransactionException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.Version;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Sql;
import dev.holdfast.transaction.TransactionOptions;
import dev.holdfast.transaction.Transactions;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In the caller's transaction. */
class VersionJoinTest extends Applications {

  @Test
  @DisplayName("V1: on the caller's connection it commits, or rolls back, with the caller's work")
  void commitsTogether() throws SQLException {
    Connection mine = begun("update applications set note = 'mine' where id = 2");
    assertThat(applications.in(mine).update(1, 7, note("new"))).isEqualTo(Version.of(8));
    assertThat(note(1)).as("seen by others").isEqualTo("old");
    mine.rollback();
    assertThat(version(1)).isEqualTo(Version.of(7));
    applications.in(mine).update(1, 7, note("new"));
    mine.commit();
    assertThat(version(1)).isEqualTo(Version.of(8));
    assertThat(note(2)).isEqualTo("old");
  }

  @Test
  @DisplayName(
      "V3: the lock timeout bites in the caller's transaction and does not outlast the write")
  void timeoutDoesNotLeak() throws SQLException {
    begun("select from applications where id = 2 for update");
    Connection mine = begun("set local lock_timeout = '7s'");
    VersionedTable joined = applications.withLockTimeout(Duration.ofMillis(200)).in(mine);
    joined.update(1, 7, note("a"));
    assertThat(timeout(mine)).isEqualTo("7s");
    assertThatThrownBy(() -> joined.update(1, 1, note("b")))
        .isInstanceOf(StaleVersionException.class);
    joined.insert(3, note("c"));
    joined.delete(3, 1);
    joined.updateAll(List.of(RowUpdate.of(1, 8, note("d"))));
    joined.change(1, row -> note("e"));
    assertThat(timeout(mine)).isEqualTo("7s");
    mine.setSavepoint();
    assertThatThrownBy(() -> joined.update(2, 1, note("f")))
        .isInstanceOf(LockTimeoutException.class);
    mine.rollback();
    assertThat(timeout(mine)).isEqualTo("0");
  }

  @Test
  @DisplayName("V3: the caller's own lock timeout counts where it is shorter")
  void shorterTimeout() throws SQLException {
    begun("select from applications where id = 1 for update");
    Connection mine = begun("set local lock_timeout = '150ms'");
    long start = System.nanoTime();
    VersionedTable patient = applications.withLockTimeout(Duration.ofMinutes(1));
    assertThatThrownBy(() -> patient.in(mine).update(1, 7, note("new")))
        .isInstanceOf(LockTimeoutException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  @DisplayName("V1 V3: in a transaction of Holdfast's, which tries again when the row stays locked")
  void retriedTransaction() throws Exception {
    Transactions transactions = lab.open().transactions();
    Connection other = begun("select from applications where id = 1 for update");
    TransactionOptions hasty =
        TransactionOptions.quick()
            .withLockTimeout(Duration.ofMillis(100))
            .withRetryInterval(Duration.ofMillis(1))
            .withDeadline(Duration.ofSeconds(20));
    AtomicInteger attempts = new AtomicInteger();
    Future<Version> late =
        waiting(
            () ->
                transactions.run(
                    hasty,
                    tx -> {
                      attempts.set(tx.attempt());
                      return applications.in(tx).update(1, 7, note("late"));
                    }));
    Await.until("a second attempt", () -> attempts.get() > 1);
    other.rollback();
    assertThat(late.get()).isEqualTo(Version.of(8));
    assertThat(note(1)).isEqualTo("late");
  }

  @Test
  @DisplayName("V2: out of a transaction of Holdfast's a stale version comes as what it is")
  void staleOutOfTransaction() throws Exception {
    Transactions transactions = lab.open().transactions();
    Connection other = begun("update applications set row_version = row_version + 1 where id = 1");
    Future<Version> late =
        waiting(
            () ->
                transactions.run(
                    tx -> {
                      applications.in(tx).find(2);
                      return applications.in(tx).update(1, 7, note("late"));
                    }));
    other.commit();
    assertThat(failure(late)).isInstanceOf(StaleVersionException.class);
  }

  @Test
  @DisplayName("V2: a row that changed after the caller's snapshot is stale, not a bare 40001")
  void staleSnapshot() throws Exception {
    Connection other = begun("update applications set row_version = row_version + 1 where id = 1");
    Connection mine = begun("select count(*) from applications");
    Future<Version> late = waiting(() -> applications.in(mine).update(1, 7, note("late")));
    other.commit();
    assertThat(failure(late))
        .isInstanceOfSatisfying(
            StaleVersionException.class,
            e ->
                assertThat(e.actual())
                    .isEqualTo(isolation == Isolation.READ_COMMITTED ? Version.of(8) : null));
  }

  @Test
  @DisplayName(
      "V4: a change is tried once in the caller's transaction, which has to be repeated whole")
  void changeOnce() throws Exception {
    assumeThat(isolation).isEqualTo(Isolation.READ_COMMITTED);
    Connection mine = begun("select 1");
    int[] calls = {0};
    assertThatThrownBy(
            () ->
                applications
                    .in(mine)
                    .change(
                        1,
                        row -> {
                          calls[0]++;
                          applications.update(1, row.version().number(), note("other"));
                          return note("mine");
                        }))
        .isInstanceOf(StaleVersionException.class);
    assertThat(calls[0]).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "V1: a DataSource that hands out somebody's open transaction is refused, not committed")
  void openTransaction() throws SQLException {
    Connection mine = begun("update applications set note = 'mine' where id = 2");
    VersionedTable table = new Versions(always(mine)).table("applications", "id");
    assertThatThrownBy(() -> table.update(1, 7, note("new")))
        .isInstanceOf(OpenTransactionException.class);
    mine.rollback();
    assertThat(note(2)).isEqualTo("old");
    assertThat(table.update(1, 7, note("new"))).isEqualTo(Version.of(8));
    assertThat(version(1)).as("committed").isEqualTo(Version.of(8));
    assertThat(mine.getAutoCommit()).isFalse();
  }

  private static String timeout(Connection connection) throws SQLException {
    return String.valueOf(Sql.column(connection, "select current_setting('lock_timeout')").get(0));
  }

  /** As a transaction manager's DataSource does: the same connection, never closed. */
  private static DataSource always(Connection connection) {
    Object unclosed =
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                method.getName().equals("close") ? null : method.invoke(connection, arguments));
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> unclosed);
  }
}
