package dev.holdfast.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimStatuses;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.Claims;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.outbox.Event;
import dev.holdfast.outbox.JobType;
import dev.holdfast.outbox.Outbox;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/guide/claims.md and docs/guide/outbox.md. */
class WorkSamplesTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final Set<String> done = ConcurrentHashMap.newKeySet();
  private Holdfast holdfast;

  @BeforeEach
  void open() {
    lab.sql().run("create table booked (key text)");
    holdfast = lab.open();
  }

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("the publisher's table is claimable as it is")
  void publisher() {
    ClaimTable deviations =
        ClaimTable.of("Deviation", "id")
            .withStatus("status", ClaimStatuses.of("scheduled", "published", "failed"))
            .withLockColumns("executionLockId", "executionLockedAt", "executionVersion");
    lab.sql()
        .run(
            """
            create table "Deviation" (id uuid primary key default gen_random_uuid(), status text,
              "executionLockId" text, "executionLockedAt" timestamp, "executionVersion" integer);
            insert into "Deviation" (status, "executionVersion") values ('scheduled', 0);
            """);
    assertThat(holdfast.claims(deviations).tryClaim()).isPresent();
  }

  @Test
  @DisplayName("workers that ship, and workers that book exactly once")
  void claims() {
    ClaimTable table = ClaimTable.of("orders", "id");
    lab.sql().run("create table orders (id bigint primary key, status text default 'ready')");
    lab.sql().run(table.ddl());
    lab.sql().run("insert into orders values (1), (2)");

    Claims orders = holdfast.claims(table);

    ClaimWorker worker =
        orders.work(
            WorkerOptions.defaults(),
            claim -> {
              ship(claim.key(), claim.version());
            });
    Await.until("both were shipped", () -> done.size() == 2);
    worker.stop(Duration.ofSeconds(30));
    assertThat(worker.isStopped()).isTrue();

    lab.sql().run("insert into orders values (3)");
    orders.work(
        WorkerOptions.defaults(),
        claim ->
            claim.inTransactionWithoutResult(
                tx -> {
                  book(tx.connection(), claim.key());
                  claim.finish(tx);
                }));
    Await.until("the third was booked", () -> booked() == 1);
    assertThat(lab.sql().text("select status from orders where id = 3")).isEqualTo("done");
  }

  @Test
  @DisplayName("events, delivered once or at least once")
  void outbox() throws SQLException {
    String json = "{\"student\": 7}";
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      long id = holdfast.outbox().append(connection, Event.json("enrolled", json));
      holdfast.outbox().append(connection, Event.json("mail", json).inOrderOf("student/7"));
      connection.commit();
      assertThat(id).isPositive();
    }
    ClaimOptions attempts = ClaimOptions.defaults();
    holdfast
        .outbox()
        .relay(
            attempts,
            WorkerOptions.defaults(),
            event -> event.inTransactionWithoutResult(tx -> book(tx.connection(), event.text())),
            "enrolled");
    holdfast
        .outbox()
        .relay(attempts, WorkerOptions.defaults(), event -> ship(event.text(), event.id()), "mail");
    Await.until("both were delivered", () -> booked() == 1 && done.contains(json));
  }

  @Test
  @DisplayName("a job of three steps, its precondition asked again")
  void jobs() throws SQLException {
    lab.sql().run("create table hold (user_id text)");
    Outbox outbox = holdfast.outbox();
    JobType.Precondition noHold =
        step ->
            Sql.column(step.connection(), "select 1 from hold where user_id = ?", step.input())
                .isEmpty();
    JobType forget =
        JobType.named("forget user")
            .step("precheck", noHold, step -> {})
            .step("scrub", noHold, step -> book(step.connection(), "scrubbed " + step.input()))
            .step("finalize", step -> book(step.connection(), "receipt for " + step.input()))
            .otherwise(
                step -> outbox.append(step.connection(), Event.json("on hold", step.input())));

    long job;
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      long id = outbox.jobs().start(connection, forget, "alice");
      connection.commit();
      job = id;
    }
    outbox.jobs().work(ClaimOptions.defaults(), WorkerOptions.defaults(), forget);
    Await.until("it is done", () -> booked() == 2);
    assertThat(outbox.jobs().find(job)).isPresent();
  }

  private void ship(String key, long fence) {
    if (fence > 0) {
      done.add(key);
    }
  }

  private static void book(Connection connection, String key) throws SQLException {
    Sql.run(connection, "insert into booked values (?)", key);
  }

  private long booked() {
    return lab.sql().number("select count(*) from booked");
  }
}
