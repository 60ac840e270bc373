package dev.holdfast.spring.it;

import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.outbox.Event;
import dev.holdfast.outbox.JobType;
import dev.holdfast.spring.ClaimWork;
import dev.holdfast.spring.CurrentTransaction;
import dev.holdfast.spring.JobWork;
import dev.holdfast.spring.Leased;
import dev.holdfast.spring.OutboxRelay;
import dev.holdfast.spring.RetryOn;
import dev.holdfast.spring.RetryOnConflict;
import dev.holdfast.spring.web.Etags;
import dev.holdfast.version.Assignments;
import dev.holdfast.version.VersionedTable;
import dev.holdfast.version.Versions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A web application with endpoints, retries, an outbox and a worker. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({BookingApp.Tables.class, BookingApp.Bookings.class, BookingApp.Pages.class})
class BookingApp {

  static class Tables {
    Tables(JdbcTemplate jdbc) {
      jdbc.execute(
          "create table if not exists booking (id bigint primary key, seats int not null,"
              + " row_version bigint not null default 1)");
      jdbc.execute(
          "create table if not exists shipment (id bigint primary key, status text not null"
              + " default 'ready', lock_id uuid, locked_at timestamptz, execution_version bigint not"
              + " null default 0)");
    }
  }

  /** What the workers did. */
  static final class Done {
    final List<String> mails = new CopyOnWriteArrayList<>();
    final List<String> shipments = new CopyOnWriteArrayList<>();
    final List<String> steps = new CopyOnWriteArrayList<>();
    final AtomicInteger jobs = new AtomicInteger();

    void runJob(Runnable job) {
      jobs.incrementAndGet();
      new Thread(job, "job").start();
    }
  }

  static class Bookings {

    private final AtomicInteger attempts = new AtomicInteger();
    private final JdbcTemplate jdbc;
    private final CurrentTransaction transaction;

    Bookings(JdbcTemplate jdbc, CurrentTransaction transaction, Tables tables) {
      this.jdbc = jdbc;
      this.transaction = transaction;
    }

    int attempts() {
      return attempts.get();
    }

    void forget() {
      attempts.set(0);
    }

    /** Fails with this SQLSTATE until the last of so many attempts, each in its transaction. */
    @RetryOnConflict(attempts = 3, backoff = "1ms")
    @Transactional
    public int book(long id, String state, int failures) {
      jdbc.update("update booking set seats = seats + 1 where id = ?", id);
      int attempt = attempts.incrementAndGet();
      if (attempt <= failures) {
        jdbc.execute("do $$ begin raise exception 'x' using errcode = '" + state + "'; end $$");
      }
      return attempt;
    }

    @RetryOnConflict(on = RetryOn.DEADLOCK, backoff = "1ms")
    @Transactional
    public int onlyDeadlocks(String state) {
      attempts.incrementAndGet();
      jdbc.execute("do $$ begin raise exception 'x' using errcode = '" + state + "'; end $$");
      return 0;
    }

    @Transactional
    public int outer(Bookings proxied) {
      return proxied.book(1, "40P01", 0);
    }

    @Transactional
    public void mail(String text, boolean fails) {
      transaction.append(Event.json("mail", text));
      if (fails) {
        throw new IllegalStateException("no mail");
      }
    }
  }

  @RestController
  static class Pages {

    private final VersionedTable bookings;
    private final JdbcTemplate jdbc;

    Pages(Versions versions, JdbcTemplate jdbc, Tables tables) {
      this.bookings = versions.table("booking", "id");
      this.jdbc = jdbc;
    }

    @Leased(resource = "booking/#{#id}", waitUpTo = "0s")
    @PostMapping("/bookings/{id}/confirm")
    public String confirm(@PathVariable("id") String id) {
      return "confirmed";
    }

    @GetMapping("/bookings/{id}")
    public ResponseEntity<String> read(@PathVariable("id") long id) {
      Long version =
          jdbc.queryForObject("select row_version from booking where id = ?", Long.class, id);
      return Etags.ok(Version.of(Optional.ofNullable(version).orElseThrow()), "booking " + id);
    }

    @PutMapping("/bookings/{id}")
    public ResponseEntity<Void> change(
        @PathVariable("id") long id, @RequestParam("seats") int seats, VersionCheck version) {
      return Etags.changed(bookings.update(id, version, Assignments.set("seats", seats)));
    }

    @GetMapping("/own")
    public String own() {
      throw new IllegalStateException("the application's own");
    }
  }

  @Bean
  Done done() {
    return new Done();
  }

  @Bean
  OutboxRelay mails(Done done, Tables tables) {
    return OutboxRelay.of(event -> done.mails.add(event.text()), "mail").with(often());
  }

  @Bean
  ClaimWork shipments(Done done, Tables tables) {
    return ClaimWork.on(ClaimTable.of("shipment", "id"), claim -> done.shipments.add(claim.key()))
        .with(often());
  }

  @Bean
  JobType forgetting(Done done) {
    return JobType.named("forget")
        .step("scrub", step -> done.steps.add("scrubbed " + step.input()))
        .step("tell", step -> done.steps.add("told " + step.input()));
  }

  @Bean
  JobType failing() {
    return JobType.named("fail")
        .step(
            "always",
            step -> {
              throw new IllegalStateException("as it always does");
            });
  }

  /** Both types by one worker, that gives up after two attempts and runs where it is told to. */
  @Bean
  JobWork jobs(JobType forgetting, JobType failing, Done done) {
    return JobWork.on(forgetting, failing)
        .with(ClaimOptions.defaults().withMaxAttempts(2))
        .with(often().withExecutor(done::runJob));
  }

  private static WorkerOptions often() {
    return WorkerOptions.defaults().withPollInterval(Duration.ofMillis(50));
  }
}
