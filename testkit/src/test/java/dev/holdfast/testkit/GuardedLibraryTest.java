package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.outbox.Event;
import dev.holdfast.outbox.JobType;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.file.PolicyReader;
import dev.holdfast.policy.guard.GuardMode;
import dev.holdfast.policy.guard.LockHelpers;
import dev.holdfast.policy.guard.PolicyDataSource;
import dev.holdfast.row.RowLock;
import dev.holdfast.schema.Schema;
import dev.holdfast.transaction.TransactionOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One data source for both: the policy judges the application's tables, not Holdfast's own. */
@DisplayName("On a data source that the policy guards in throw mode")
class GuardedLibraryTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  private TestDatabase database;
  private DataSource guarded;
  private Holdfast holdfast;

  @BeforeEach
  void open(@TempDir Path directory) throws Exception {
    database = PostgresServer.shared().createDatabase();
    Schema.of(database.dataSource()).apply();
    ClaimTable table = ClaimTable.of("items", "id");
    run(
        database.dataSource(),
        "create table orders (id int primary key, n int not null default 0);"
            + "create table items (id int primary key, status text not null default 'ready');"
            + "create table elsewhere (id int primary key);"
            + "insert into orders values (1), (2); insert into items values (1), (2);"
            + table.ddl());
    Path file = directory.resolve("holdfast-policy.yaml");
    Files.writeString(
        file,
        """
        holdfast-policy: 1
        clusters:
          sales: {tables: [items, orders]}
          other: {tables: [elsewhere]}
        helpers: {packages: [com.example.locks], per-transaction: 1}
        """);
    Policy policy = PolicyReader.read(file);
    guarded = PolicyDataSource.wrap(database.dataSource(), policy, GuardMode.THROW);
    holdfast = Holdfast.on(guarded);
  }

  @AfterEach
  void close() {
    holdfast.close();
    database.close();
  }

  @Test
  @DisplayName("P4: leases are taken, waited for, renewed, guarded and released")
  void leases() throws Exception {
    Lease lease = holdfast.leases().acquire("x");
    lease.renew(Duration.ofMinutes(1));
    CountDownLatch granted = new CountDownLatch(1);
    holdfast
        .leases()
        .acquireAsync("x", LeaseOptions.defaults().withWait(LONG))
        .thenAccept(
            second -> {
              second.close();
              granted.countDown();
            });
    lease.inTransaction(
        tx -> {
          run(tx.connection(), "update items set status = 'ready'; update orders set n = n + 1");
          return 1;
        });
    assertThat(lease.release()).isTrue();
    assertThat(granted.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(holdfast.diagnosis().why("x").sentence()).contains("x");
  }

  @Test
  @DisplayName("P4: rows are locked by helpers only, in the policy's order, as by any other means")
  void rows() {
    TransactionOptions options = TransactionOptions.quick().withOutcomeRow();
    RowLock items = RowLock.of("items", "id");
    RowLock orders = RowLock.of("orders", "id");
    assertThatThrownBy(() -> holdfast.rows().withLock(items, 1, options, (tx, row) -> 1))
        .hasStackTraceContaining("rule helper-package")
        .hasStackTraceContaining("GuardedLibraryTest locks rows of items");
    LockHelpers.run("Lock", () -> holdfast.rows().withLock(items, 1, options, (tx, row) -> 1));
    assertThatThrownBy(
            () ->
                LockHelpers.run(
                    "LockBoth",
                    () ->
                        holdfast
                            .transactions()
                            .run(
                                options,
                                tx -> {
                                  holdfast.rows().lock(tx, orders, List.of(1));
                                  return holdfast.rows().lock(tx, items, List.of(1));
                                })))
        .hasStackTraceContaining("rule order");
  }

  @Test
  @DisplayName("P4: claims are worked on, and finish in a transaction of the same cluster")
  void claims() throws Exception {
    CountDownLatch done = new CountDownLatch(2);
    holdfast
        .claims(ClaimTable.of("items", "id"), ClaimOptions.defaults())
        .work(
            WorkerOptions.defaults().withPollInterval(Duration.ofMillis(50)),
            claim ->
                claim.inTransaction(
                    tx -> {
                      run(tx.connection(), "update orders set n = n + 1 where id = 1");
                      claim.finish(tx);
                      tx.afterCommit(done::countDown);
                      return 1;
                    }));
    assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  @DisplayName(
      "P6: the outbox joins the clusters: an event commits with one, is handled in another")
  void outboxAndJobs() throws Exception {
    JobType type =
        JobType.named("forget")
            .step("first", step -> run(step.connection(), "update orders set n = 7 where id = 1"))
            .step("second", step -> run(step.connection(), "insert into elsewhere values (1)"));
    long[] job = new long[1];
    holdfast
        .transactions()
        .run(
            tx -> {
              run(tx.connection(), "update orders set n = 1 where id = 2");
              holdfast.outbox().append(tx.connection(), Event.json("t", "{}").inOrderOf("k"));
              job[0] = holdfast.outbox().jobs().start(tx.connection(), type, "1");
              return 1;
            });
    CountDownLatch handled = new CountDownLatch(1);
    WorkerOptions eager = WorkerOptions.defaults().withPollInterval(Duration.ofMillis(50));
    holdfast
        .outbox()
        .relay(
            eager,
            event ->
                event.inTransaction(
                    tx -> {
                      run(tx.connection(), "insert into elsewhere values (2)");
                      tx.afterCommit(handled::countDown);
                      return 1;
                    }));
    holdfast.outbox().jobs().work(ClaimOptions.defaults(), eager, type);
    assertThat(handled.await(1, TimeUnit.MINUTES)).isTrue();
    Eventually.holds(
        "the job is done",
        LONG,
        () ->
            holdfast
                .outbox()
                .jobs()
                .find(job[0])
                .map(info -> info.progress().status())
                .orElse("")
                .equals("completed"));
  }

  private static void run(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      run(connection, sql);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
