package dev.holdfast.spring.it;

import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.outbox.Event;
import dev.holdfast.spring.ClaimWork;
import dev.holdfast.spring.CurrentTransaction;
import dev.holdfast.spring.Leased;
import dev.holdfast.spring.OutboxRelay;
import dev.holdfast.spring.RetryOnConflict;
import dev.holdfast.spring.web.Etags;
import dev.holdfast.version.Assignments;
import dev.holdfast.version.VersionedTable;
import dev.holdfast.version.Versions;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What docs/guide/spring-boot.md shows; an interface, since its classes need no modifiers. */
interface SpringSamples {

  @Service
  class Invoices {

    private final JdbcTemplate jdbc;

    Invoices(JdbcTemplate jdbc) {
      this.jdbc = jdbc;
    }

    @Leased(resource = "invoice/#{#id}", waitUpTo = "2s")
    @Transactional
    public void advance(long id) {
      jdbc.update("update invoice set step = step + 1 where id = ?", id);
    }
  }

  /** So that the client's side of the refusal is seen, too. */
  @RestController
  class InvoicePages {

    private final Invoices invoices;

    InvoicePages(Invoices invoices) {
      this.invoices = invoices;
    }

    @PostMapping("/invoices/{id}/advance")
    void advance(@PathVariable long id) {
      invoices.advance(id);
    }
  }

  class Jobs {

    private final JdbcTemplate jdbc;
    private final CurrentTransaction currentTransaction;

    Jobs(JdbcTemplate jdbc, CurrentTransaction currentTransaction) {
      this.jdbc = jdbc;
      this.currentTransaction = currentTransaction;
    }

    @Scheduled(cron = "0 0 3 * * *")
    @Leased(resource = "nightly-report", minHold = "5m")
    public void report() {
      jdbc.update("insert into report values (now())");
    }

    @RetryOnConflict(attempts = 5, backoff = "100ms")
    @Transactional
    public void book(long account, BigDecimal amount) {
      jdbc.update("update account set balance = balance + ? where id = ?", amount, account);
    }

    @Transactional
    public void enrol(long student) {
      jdbc.update("insert into enrolment values (?)", student);
      currentTransaction.append(Event.json("enrolled", "{\"student\": " + student + "}"));
    }
  }

  record Draft(String text, long rowVersion) {}

  @RestController
  class Drafts {

    private final VersionedTable drafts;

    Drafts(Versions versions) {
      this.drafts = versions.table("draft", "id");
    }

    @GetMapping("/drafts/{id}")
    ResponseEntity<Draft> read(@PathVariable long id) {
      Draft draft = find(id);
      return Etags.ok(Version.of(draft.rowVersion()), draft);
    }

    @PutMapping("/drafts/{id}")
    ResponseEntity<Void> change(
        @PathVariable long id, @RequestBody Draft draft, VersionCheck ifMatch) {
      return Etags.changed(drafts.update(id, ifMatch, Assignments.set("text", draft.text())));
    }

    private Draft find(long id) {
      return Optional.of(id)
          .flatMap(drafts::find)
          .map(row -> new Draft(row.text("text"), row.version().number()))
          .orElseThrow();
    }
  }

  /** Where mails and orders end. */
  class Mailer {

    final List<String> sent = new CopyOnWriteArrayList<>();

    void send(String text) {
      sent.add(text);
    }
  }

  class Workers {

    @Bean
    OutboxRelay mails(Mailer mailer) {
      return OutboxRelay.of(event -> mailer.send(event.text()), "enrolled");
    }

    @Bean
    ClaimWork shipping(Mailer mailer) {
      return ClaimWork.on(ClaimTable.of("orders", "id"), claim -> mailer.send(claim.key()))
          .with(WorkerOptions.defaults().withConcurrency(4));
    }
  }
}
