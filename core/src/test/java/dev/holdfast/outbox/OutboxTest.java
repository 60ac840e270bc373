package dev.holdfast.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.Claims;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.support.Await;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutboxTest extends EveryIsolation {

  private static final WorkerOptions EAGER =
      WorkerOptions.defaults().withPollInterval(Duration.ofMillis(20));
  private static final ClaimOptions QUICK =
      ClaimOptions.defaults()
          .withMaxAttempts(3)
          .withBackoff(Duration.ZERO, Duration.ZERO)
          .withWorkerTtl(Duration.ofMinutes(1));

  private Outbox outbox;

  @BeforeEach
  void open() {
    lab.sql().run("drop table if exists assignment; create table assignment (event bigint)");
    outbox = lab.open("relay").outbox();
  }

  @Test
  @DisplayName("O1: an event is there if, and only if, the caller's transaction commits")
  void commitsWithTheCaller() throws SQLException {
    try (Connection connection = transaction()) {
      outbox.append(connection, Event.json("enrolled", "{\"id\": 1}"));
      assertThat(events()).as("before the commit").isZero();
      connection.rollback();
      assertThat(events()).as("rolled back").isZero();
      long id = outbox.append(connection, Event.json("enrolled", "{\"id\": 2}"));
      connection.commit();
      assertThat(lab.sql().number("select id from holdfast.event")).isEqualTo(id);
    }
    assertThat(lab.sql().text("select convert_from(payload, 'UTF8') from holdfast.event"))
        .isEqualTo("{\"id\": 2}");
  }

  @Test
  @DisplayName("O1: appending outside a transaction is refused, a batch is one round trip")
  void batch() throws SQLException {
    CountingDataSource counting = new CountingDataSource(lab.dataSource());
    Outbox counted = lab.open(counting.dataSource(), HoldfastSettings.defaults()).outbox();
    try (Connection connection = counting.dataSource().getConnection()) {
      assertThatThrownBy(() -> counted.append(connection, Event.json("t", "1")))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("autocommit");
      connection.setAutoCommit(false);
      List<Event> batch = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        batch.add(Event.bytes("t", new byte[] {(byte) i}, "application/x").inOrderOf("k" + i % 7));
      }
      counting.reset();
      List<Long> ids = counted.appendAll(connection, batch);
      assertThat(counting.executed()).hasSize(1);
      connection.commit();
      assertThat(ids).hasSize(50).isSorted();
      assertThat(
              lab.sql()
                  .number(
                      "select get_byte(payload, 0) from holdfast.event where id = ?", ids.get(49)))
          .isEqualTo(49);
    }
  }

  @Test
  @DisplayName("O2: pending, processing, completed; a failing one is tried again, then parked")
  void states() throws SQLException {
    append(Event.json("good", "1"), Event.json("bad", "2"));
    CountDownLatch seen = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    outbox.relay(
        QUICK,
        EAGER,
        event -> {
          if (event.topic().equals("bad")) {
            throw new IllegalStateException("the other side is down");
          }
          seen.countDown();
          goOn.await();
        });
    Await.signal("it is being delivered", seen);
    assertThat(statusOf("good")).isEqualTo("processing");
    Await.until(
        "no transaction is open while the handler works",
        () ->
            lab.sql()
                    .number(
                        "select count(*) from pg_stat_activity where datname = current_database()"
                            + " and state = 'idle in transaction'")
                == 0);
    goOn.countDown();
    Await.until("completed", () -> statusOf("good").equals("completed"));
    Await.until("parked", () -> statusOf("bad").equals("parked"));
    assertThat(
            lab.sql().text("select attempts || last_error from holdfast.event where topic = 'bad'"))
        .isEqualTo("3java.lang.IllegalStateException: the other side is down");
  }

  @Test
  @DisplayName(
      "O3: concurrent relays deliver each event once, with its write in the same transaction")
  void exactlyOnce() throws SQLException {
    Event[] many = new Event[200];
    for (int i = 0; i < many.length; i++) {
      many[i] = Event.json("enrolled", "{}");
    }
    append(many);
    for (int i = 0; i < 4; i++) {
      lab.open("relay " + i)
          .outbox()
          .relay(
              QUICK.withMaxAttempts(20),
              EAGER.withBatch(10),
              event -> {
                event.inTransaction(tx -> assign(tx.connection(), event));
                if (event.attempt() == 1 && event.id() % 5 == 0) {
                  throw new IllegalStateException("after the commit: must not be done again");
                }
              });
    }
    Await.until("all are completed", () -> completed() == 200);
    assertThat(lab.sql().number("select count(*) from assignment")).isEqualTo(200);
    assertThat(lab.sql().number("select count(distinct event) from assignment")).isEqualTo(200);
  }

  @Test
  @DisplayName("O3: an event of a dead relay is delivered again; the dead one can't complete it")
  void takenOver() throws SQLException {
    append(Event.json("enrolled", "{}"));
    Claims dead = lab.open("dead").outbox().events(QUICK);
    OutboxEvent zombie = Outbox.of(dead.tryClaim().orElseThrow());
    Claims living = outbox.events(QUICK);
    assertThat(living.tryClaim()).isEmpty();
    lab.sql()
        .run(
            "select holdfast.force_release(resource, fence, 'test') from holdfast.lease"
                + " where holder = 'dead'");
    OutboxEvent event = Outbox.of(living.tryClaim().orElseThrow());
    assertThatThrownBy(() -> zombie.inTransaction(tx -> assign(tx.connection(), zombie)))
        .isInstanceOf(dev.holdfast.ClaimLostException.class);
    assertThatThrownBy(
            () -> zombie.inTransactionWithoutResult(tx -> assign(tx.connection(), zombie)))
        .isInstanceOf(dev.holdfast.ClaimLostException.class);
    int assigned = event.inTransaction(tx -> assign(tx.connection(), event));
    assertThat(assigned).isEqualTo(1);
    assertThat(lab.sql().number("select count(*) from assignment")).isEqualTo(1);
    assertThat(completed()).isEqualTo(1);
  }

  @Test
  @DisplayName("O3: work without a result commits together with the event's completion")
  void withoutResult() throws SQLException {
    append(Event.json("enrolled", "{}"));
    OutboxEvent event = Outbox.of(outbox.events(QUICK).tryClaim().orElseThrow());
    event.inTransactionWithoutResult(tx -> assign(tx.connection(), event));
    assertThat(lab.sql().number("select count(*) from assignment")).isEqualTo(1);
    assertThat(completed()).isEqualTo(1);
  }

  @Test
  @DisplayName("O4: events of a key are delivered one after the other, in order, by many relays")
  void orderPerKey() throws SQLException {
    List<Event> batch = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      batch.add(Event.json("t", Integer.toString(i)).inOrderOf("key " + i % 5));
    }
    append(batch.toArray(Event[]::new));
    Queue<OutboxEvent> delivered = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 3; i++) {
      lab.open("relay " + i)
          .outbox()
          .relay(
              QUICK,
              EAGER,
              event -> {
                delivered.add(event);
                if (event.attempt() == 1 && event.id() % 7 == 0) {
                  throw new IllegalStateException("once more, before all later ones");
                }
              });
    }
    Await.until("all are completed", () -> completed() == 60);
    for (int k = 0; k < 5; k++) {
      String key = "key " + k;
      assertThat(delivered.stream().filter(e -> key.equals(e.key())).map(OutboxEvent::id))
          .isSorted();
    }
  }

  @Test
  @DisplayName("O4: no event overtakes an uncommitted earlier one of its key; other keys go on")
  void uncommittedEarlier() throws Exception {
    try (Connection first = transaction();
        Connection second = transaction();
        Connection other = transaction()) {
      long one = outbox.append(first, Event.json("t", "1").inOrderOf("k"));
      Thread producer =
          new Thread(
              () -> {
                outbox.append(second, Event.json("t", "2").inOrderOf("k"));
                commit(second);
              });
      producer.start();
      Await.until(
          "the second producer waits for the first",
          () ->
              lab.sql()
                      .number(
                          "select count(*) from pg_stat_activity where wait_event = 'advisory'"
                              + " and datname = current_database()")
                  == 1);
      long free = outbox.append(other, Event.json("t", "3"));
      long elsewhere = outbox.append(other, Event.json("t", "4").inOrderOf("another"));
      other.commit();
      Claims claims = outbox.events(QUICK);
      List<Claim> before = claims.claim(10);
      assertThat(before)
          .extracting(claim -> claim.get("id", Long.class))
          .containsExactly(free, elsewhere);
      first.commit();
      producer.join(20_000);
      Claim next = claims.tryClaim().orElseThrow();
      assertThat(next.get("id", Long.class)).isEqualTo(one);
      assertThat(claims.tryClaim()).as("the second, before the first is completed").isEmpty();
      next.finish();
      assertThat(claims.tryClaim()).isPresent();
    }
  }

  @Test
  @DisplayName("O4: a long transaction elsewhere does not hold up ordered events")
  void longTransactionElsewhere() throws SQLException {
    try (Connection other = transaction()) {
      Sql.run(other, "insert into assignment values (1)");
      append(Event.json("t", "1").inOrderOf("k"));
      assertThat(outbox.events(QUICK).tryClaim()).isPresent();
      other.rollback();
    }
  }

  @Test
  @DisplayName("O4: a parked event blocks its key only, visibly, until it is retried or skipped")
  void parking() throws SQLException {
    append(
        Event.json("t", "1").inOrderOf("a"),
        Event.json("t", "2").inOrderOf("a"),
        Event.json("t", "3").inOrderOf("b"));
    Claims claims = outbox.events(QUICK.withMaxAttempts(1));
    List<Claim> first = claims.claim(10);
    assertThat(first).hasSize(2);
    first.get(0).fail("receiver unknown");
    first.get(1).finish();
    assertThat(claims.claim(10)).isEmpty();
    List<BlockedKey> blocked = outbox.blocked(10);
    long id = first.get(0).get("id", Long.class);
    assertThat(blocked)
        .containsExactly(
            new BlockedKey(
                "t", "a", id, new BlockedKey.Failure("parked", 1, "receiver unknown"), 1));
    assertThat(outbox.retry(id)).isTrue();
    assertThat(claims.tryClaim().orElseThrow().fail("still")).isNotNull();
    assertThat(outbox.skip(id, "it left")).isTrue();
    assertThat(lab.sql().text("select last_error from holdfast.event where id = ?", id))
        .isEqualTo("skipped by relay: it left; before: still");
    assertThat(claims.tryClaim()).isPresent();
    assertThat(outbox.blocked(10)).isEmpty();
    assertThat(outbox.retry(id)).as("completed by now").isFalse();
  }

  @Test
  @DisplayName("O2: completed events go after the retention, in batches; others stay")
  void retention() throws SQLException {
    append(Event.json("t", "1"), Event.json("t", "2"), Event.json("t", "3"), Event.json("t", "4"));
    Claims claims = outbox.events(QUICK);
    claims.finishAll(claims.claim(3));
    lab.sql().run("update holdfast.event set created_at = now() - interval '8 days'");
    lab.sql().run("select holdfast.maintain(0, 2)");
    assertThat(events()).isEqualTo(2);
    lab.sql().run("select holdfast.maintain(0, 2)");
    assertThat(lab.sql().text("select status from holdfast.event")).isEqualTo("pending");
  }

  @Test
  @DisplayName(
      "a relay of one topic leaves the others alone; a delayed event waits; SQL appends too")
  void topics() throws SQLException {
    append(
        Event.json("a", "1"),
        Event.json("b", "2"),
        Event.json("a", "3").after(Duration.ofHours(1)));
    lab.sql().run("select holdfast.append_event('a', '{\"by\": \"hand\"}', 'k')");
    assertThat(outbox.events(QUICK, "a").claim(10))
        .extracting(claim -> Outbox.of(claim).text())
        .containsExactly("1", "{\"by\": \"hand\"}");
  }

  @Test
  @DisplayName("every statement of OutboxSql prepares against the migrated schema")
  void allPrepare() throws Exception {
    dev.holdfast.support.Prepared.all(OutboxSql.class, lab.dataSource());
  }

  private Connection transaction() throws SQLException {
    Connection connection = lab.dataSource().getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private void append(Event... events) throws SQLException {
    try (Connection connection = transaction()) {
      outbox.appendAll(connection, List.of(events));
      connection.commit();
    }
  }

  private static void commit(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static int assign(Connection connection, OutboxEvent event) throws SQLException {
    Sql.run(connection, "insert into assignment values (?)", event.id());
    return 1;
  }

  private long events() {
    return lab.sql().number("select count(*) from holdfast.event");
  }

  private long completed() {
    return lab.sql().number("select count(*) from holdfast.event where status = 'completed'");
  }

  private String statusOf(String topic) {
    return lab.sql().text("select status from holdfast.event where topic = ?", topic);
  }
}
