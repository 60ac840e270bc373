package dev.holdfast.spring.it;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.LeaseRefused;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class LeasedTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static TestDatabase database;
  private static App app;
  private static InvoiceService service;

  @BeforeAll
  static void start() {
    database = App.database();
    app = App.plain(database, InvoiceApp.class, "holdfast.holder=web-3");
    service = app.get(InvoiceService.class);
  }

  @AfterAll
  static void stop() {
    app.close();
    database.close();
  }

  @Test
  @DisplayName(
      "L2: a busy resource fails with who holds it; afterwards it can be had, fence raised")
  void fails() {
    service.insert(1);
    long fence =
        service.advance(
            1,
            () ->
                assertThatThrownBy(() -> onAnotherThread(() -> service.advance(1, () -> {})))
                    .isInstanceOfSatisfying(
                        LeaseHeldException.class,
                        e -> {
                          assertThat(e.resource()).isEqualTo("invoice/1");
                          assertThat(e.holder()).isEqualTo("web-3");
                        }));
    assertThat(service.advance(1, () -> {})).isGreaterThan(fence);
    assertThat(service.step(1)).isEqualTo(2);
  }

  @Test
  @DisplayName("a method that skips answers nothing, and the refusal is told")
  void skips() {
    try (Lease held = elsewhere("named/skip")) {
      assertThat(held.isHeld()).isTrue();
      assertThat(service.orNothing("skip")).isEmpty();
      List<HoldfastEvent> heard = app.get(InvoiceApp.Heard.class).events();
      // It is told just after the caller has heard it.
      Eventually.holds(
          "the refusal is told",
          LONG,
          () ->
              heard.stream()
                  .anyMatch(
                      e -> e instanceof LeaseRefused no && no.resource().equals("named/skip")));
    }
    assertThat(service.orNothing("skip")).contains("skip");
  }

  @Test
  @DisplayName("the lease is there before the transaction begins and until it has committed")
  void aroundTheTransaction() {
    service.insert(2);
    AtomicBoolean heldAtTheEnd = new AtomicBoolean();
    service.advance(
        2,
        () -> {
          assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isTrue();
          TransactionSynchronizationManager.registerSynchronization(
              new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                  heldAtTheEnd.set(CurrentLease.find().map(Lease::isHeld).orElse(false));
                }
              });
        });
    assertThat(heldAtTheEnd).isTrue();
    assertThat(CurrentLease.find()).isEmpty();
    assertThat(service.under("plain", TransactionSynchronizationManager::isActualTransactionActive))
        .isFalse();
  }

  @Test
  @DisplayName("a transaction that begins under a lost lease can't commit, and says why")
  void guards() {
    service.insert(3);
    assertThatThrownBy(
            () ->
                service.under(
                    "lost",
                    () -> {
                      assertThat(service.loseIt()).isTrue();
                      service.advanceByTemplate(3);
                      return 0;
                    }))
        .isInstanceOf(LeaseLostException.class);
    assertThat(service.step(3)).isZero();
    assertThat(app.number("select count(*) from invoice where id = 3")).isEqualTo(1);
  }

  @Test
  @DisplayName(
      "the commit fails also where nothing was written, and where the failure is swallowed")
  void guardsQuietOnes() {
    assertThatThrownBy(
            () ->
                service.under(
                    "quiet",
                    () -> {
                      service.loseIt();
                      service.emptyTransaction();
                      return 0;
                    }))
        .isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(
            () ->
                service.under(
                    "swallowed",
                    () -> {
                      service.loseIt();
                      try {
                        service.emptyTransaction();
                      } catch (RuntimeException e) {
                        return 1;
                      }
                      return 2;
                    }))
        .isInstanceOf(LeaseLostException.class);
  }

  @Test
  @DisplayName("guard = false leaves transactions alone; read-only ones are left alone anyway")
  void unguarded() {
    service.insert(4);
    service.unguarded(
        "free",
        () -> {
          service.loseIt();
          service.advanceByTemplate(4);
          return 0;
        });
    assertThat(service.step(4)).isEqualTo(1);
    assertThat(service.under("reading", () -> service.proxy().readOnlyStep(4))).isEqualTo(1);
  }

  @Test
  @DisplayName("in a transaction that is open already the lease lasts until that one is over")
  void insideATransaction() {
    service.inTransaction(
        () -> {
          long first = service.under("inner", () -> CurrentLease.required().fence());
          long second = service.under("inner", () -> CurrentLease.required().fence());
          assertThat(second).isEqualTo(first);
          assertThat(app.holdfast().leases().tryAcquire("named/inner")).isEmpty();
          return 0;
        });
    acquireAgain("named/inner");
    assertThat(CurrentLease.find()).isEmpty();
  }

  @Test
  @DisplayName("a stage of a method called in a transaction keeps the lease over both")
  void stageInsideATransaction() {
    CompletableFuture<String> work = new CompletableFuture<>();
    service.inTransaction(() -> service.later("both", work));
    assertThat(app.holdfast().leases().tryAcquire("named/both")).isEmpty();
    work.complete("done");
    acquireAgain("named/both");
  }

  @Test
  @DisplayName("a thread that holds the resource joins its own lease")
  void reentrant() {
    long[] fences = new long[2];
    service.under(
        "again",
        () -> {
          fences[0] = CurrentLease.required().fence();
          return service.proxy().under("again", () -> fences[1] = CurrentLease.required().fence());
        });
    assertThat(fences[1]).isEqualTo(fences[0]).isPositive();
  }

  @Test
  @DisplayName("a stage keeps the lease until it completes, well or not")
  void asynchronous() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> answer = service.later("stage", work).toCompletableFuture();
    assertThat(app.holdfast().leases().tryAcquire("named/stage")).isEmpty();
    assertThatThrownBy(() -> service.later("stage", work)).isInstanceOf(LeaseHeldException.class);
    work.completeExceptionally(new IllegalStateException("on purpose"));
    assertThat(answer).isCompletedExceptionally();
    acquireAgain("named/stage");
  }

  @Test
  @DisplayName("a method that was done at once keeps the resource for its min-hold")
  void minHold() {
    assertThat(service.atLeastAnHour("short")).isEqualTo("short");
    assertThat(service.atLeastAnHour("short")).isNull();
    assertThat(app.holdfast().leases().find("named/short"))
        .hasValueSatisfying(
            info ->
                assertThat(requireNonNull(info.tenure()).remaining())
                    .isGreaterThan(Duration.ofMinutes(50)));
  }

  @Test
  @DisplayName("values in names are data; null and control characters are refused")
  void hostileNames() {
    String hostile = "#{T(java.lang.System).exit(1)}' or 1=1 --";
    assertThat(service.under(hostile, () -> CurrentLease.required().resource()))
        .isEqualTo("named/" + hostile);
    assertThat(service.ofRecord(new InvoiceService.Order("order", 7))).isEqualTo("order/7");
    assertThatThrownBy(() -> service.ofRecord(new InvoiceService.Order("", 7)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("#order.kind");
    assertThatThrownBy(() -> service.under("a\nb", () -> 0))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  @DisplayName("a method that throws gives the lease back, its own exception unchanged")
  void throwing() {
    IllegalStateException own = new IllegalStateException("mine");
    assertThatThrownBy(
            () ->
                service.under(
                    "throws",
                    () -> {
                      throw own;
                    }))
        .isSameAs(own);
    acquireAgain("named/throws");
  }

  private static Lease elsewhere(String resource) {
    return app.holdfast().leases().acquire(resource, LeaseOptions.defaults().withTtl(LONG));
  }

  private static void acquireAgain(String resource) {
    Eventually.holds(
        resource + " is free again",
        LONG,
        () -> app.holdfast().leases().tryAcquire(resource).map(Lease::release).orElse(false));
  }

  private static void onAnotherThread(Runnable work) {
    try {
      CompletableFuture.runAsync(work).join();
    } catch (java.util.concurrent.CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
