package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.support.Await;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import dev.holdfast.support.Standby;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A primary whose synchronous standby is away: a commit waits for it, and the wait is cancelled.
 */
class SynchronousStandbyTest {

  private static PostgresServer server;
  private Lab lab;

  @BeforeAll
  static void start() {
    server = PostgresServer.start(PostgresServer.shared().major(), Map.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    lab = Lab.on(server);
  }

  @AfterEach
  void close() {
    Standby.isNotMissed(lab);
    lab.close();
  }

  @Test
  @DisplayName("L13: a grant whose sync wait was cancelled is not told before it is settled")
  void grantNotConfirmed() {
    Holdfast holdfast = lab.open(HoldfastSettings.defaults().withPatience(Duration.ofMinutes(1)));
    holdfast.leases().tryAcquire("warm-up");
    Standby.isMissed(lab);
    CompletableFuture<Lease> waiting =
        holdfast
            .leases()
            .acquireAsync("x", LeaseOptions.defaults().withWait(Duration.ofMinutes(1)))
            .toCompletableFuture();
    for (int i = 0; i < 3; i++) {
      cancelSyncWait("acquire_leases");
      assertThat(waiting).as("after a cancelled wait").isNotDone();
    }
    Standby.isNotMissed(lab);
    assertThat(waiting)
        .succeedsWithin(Duration.ofSeconds(30))
        .satisfies(lease -> assertThat(lease.fence()).isEqualTo(1));
  }

  @Test
  @DisplayName("L13: a guarded commit whose sync wait was cancelled is told as unknown")
  void commitNotConfirmed() {
    lab.sql().run("create table written (word text)");
    Lease lease = lab.open().leases().acquire("x");
    CompletableFuture<Void> canceller = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                cancelSyncWait("COMMIT");
                canceller.complete(null);
              } catch (Throwable e) {
                canceller.completeExceptionally(e);
              }
            });
    assertThatThrownBy(
            () ->
                lease.inTransaction(
                    tx -> {
                      insert(tx.connection());
                      Standby.isMissed(lab);
                      thread.start();
                      return 0;
                    }))
        .isInstanceOf(CommitUnknownException.class)
        .hasMessageContaining("look at the data");
    assertThat(canceller).succeedsWithin(Duration.ofSeconds(20));
  }

  private static void insert(java.sql.Connection connection) throws SQLException {
    Sql.run(connection, "insert into written values ('a')");
  }

  private void cancelSyncWait(String query) {
    Await.until(
        "a cancelled sync wait of " + query,
        () ->
            lab.sql()
                    .number(
                        "select count(pg_cancel_backend(pid)) from pg_stat_activity"
                            + " where wait_event = 'SyncRep' and query like '%' || ? || '%'",
                        query)
                > 0);
  }
}
