package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DeadlockException;
import dev.holdfast.Holdfast;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.Problem;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.outbox.Event;
import dev.holdfast.outbox.JobInfo;
import dev.holdfast.outbox.JobType;
import dev.holdfast.outbox.Jobs;
import dev.holdfast.spring.CurrentTransaction;
import dev.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.IllegalTransactionStateException;

class RetryAndWorkersTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Event PROBE = Event.json("probe", "1");
  private static TestDatabase database;
  private static App app;
  private static BookingApp.Bookings bookings;

  @BeforeAll
  static void start() {
    database = App.database();
    app = App.plain(database, BookingApp.class);
    bookings = app.get(BookingApp.Bookings.class);
    app.jdbc().update("insert into booking values (1, 0, 1)");
  }

  @AfterAll
  static void stop() {
    app.close();
    database.close();
  }

  @BeforeEach
  void reset() {
    bookings.forget();
    app.jdbc().update("update booking set seats = 0");
  }

  @Test
  @DisplayName("W3: each attempt is a transaction of its own: what failed leaves nothing")
  void triesAgain() {
    assertThat(bookings.book(1, "40P01", 2)).isEqualTo(3);
    assertThat(seats()).isEqualTo(1);
  }

  @Test
  @DisplayName("W2: after the last attempt it fails with 409, and says how it went")
  void givesUp() {
    assertThatThrownBy(() -> bookings.book(1, "40P01", 99))
        .isInstanceOfSatisfying(
            DeadlockException.class,
            e -> {
              assertThat(e.attempts()).isEqualTo(3);
              assertThat(e.getSuppressed()).hasSize(2);
              assertThat(Problem.of(e).status()).isEqualTo(409);
            });
    assertThat(seats()).isZero();
  }

  @Test
  @DisplayName("what is not asked for is not tried again")
  void leavesOthersAlone() {
    assertThatThrownBy(() -> bookings.book(1, "23505", 99)).isInstanceOf(DataAccessException.class);
    assertThatThrownBy(() -> bookings.onlyDeadlocks("40001"))
        .isInstanceOf(DataAccessException.class);
    assertThat(bookings.attempts()).isEqualTo(2);
    assertThat(seats()).isZero();
  }

  @Test
  @DisplayName("W10: it refuses inside a transaction that is open already")
  void refusesInside() {
    assertThatThrownBy(() -> bookings.outer(bookings))
        .isInstanceOf(IllegalTransactionStateException.class)
        .hasMessageContaining("annotate the method that begins it");
  }

  @Test
  @DisplayName("O1: an event appended in Spring's transaction is delivered if that commits")
  void outbox() {
    assertThatThrownBy(() -> bookings.mail("\"lost\"", true))
        .isInstanceOf(IllegalStateException.class);
    bookings.mail("\"kept\"", false);
    Eventually.holds(
        "the mail is sent", LONG, () -> app.get(BookingApp.Done.class).mails.contains("\"kept\""));
    assertThat(app.get(BookingApp.Done.class).mails).containsExactly("\"kept\"");
    assertThatThrownBy(() -> app.get(CurrentTransaction.class).append(Event.json("mail", "1")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("@Transactional");
  }

  @Test
  @DisplayName("workers on claims and on jobs that are beans work, and stop before Holdfast")
  void worker() {
    try (TestDatabase own = App.database()) {
      App second = App.plain(own, BookingApp.class);
      second.jdbc().update("insert into shipment (id) values (1), (2)");
      BookingApp.Done done = second.get(BookingApp.Done.class);
      JobType type = second.context().getBean("forgetting", JobType.class);
      Jobs jobs = second.holdfast().outbox().jobs();
      second.holdfast().transactions().run(tx -> jobs.start(tx.connection(), type, "alice"));
      Eventually.holds("both are shipped", LONG, () -> done.shipments.size() == 2);
      Eventually.holds("the job is done", LONG, () -> done.steps.contains("told alice"));
      second.close();
      assertThat(done.shipments).containsExactlyInAnyOrder("1", "2");
    }
  }

  @Test
  @DisplayName("a worker on jobs has the options of its bean, and all its types")
  void jobOptions() {
    long job = startJob("failing");
    Eventually.holds("it was given up", LONG, () -> progress(job).status().equals("parked"));
    assertThat(progress(job).attempts()).as("not the five of the defaults").isEqualTo(2);
    assertThat(app.get(BookingApp.Done.class).jobs).as("by its executor").hasPositiveValue();
  }

  @Test
  @DisplayName("a stopped application's worker on jobs takes no more; a started one's goes on")
  void jobsStop() {
    app.context().stop();
    long job = startJob("forgetting");
    List<Long> probed = new CopyOnWriteArrayList<>();
    try (Holdfast other = Holdfast.on(app.get(DataSource.class))) {
      other
          .outbox()
          .relay(
              ClaimOptions.defaults(),
              WorkerOptions.defaults(),
              event -> probed.add(event.id()),
              "probe");
      for (int i = 1; i <= 3; i++) {
        int sent = i;
        other.transactions().run(tx -> other.outbox().append(tx.connection(), PROBE));
        Eventually.holds("others go on working", LONG, () -> probed.size() == sent);
      }
    }
    assertThat(progress(job).status()).isEqualTo("pending");
    app.context().start();
    Eventually.holds("it is done now", LONG, () -> progress(job).status().equals("completed"));
  }

  private static long startJob(String bean) {
    JobType type = app.context().getBean(bean, JobType.class);
    Jobs jobs = app.holdfast().outbox().jobs();
    return app.holdfast().transactions().run(tx -> jobs.start(tx.connection(), type, "bob"));
  }

  private static JobInfo.Progress progress(long job) {
    return app.holdfast().outbox().jobs().find(job).orElseThrow().progress();
  }

  private static long seats() {
    return app.number("select seats from booking where id = 1");
  }
}
