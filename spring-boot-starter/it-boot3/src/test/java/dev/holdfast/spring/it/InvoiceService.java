package dev.holdfast.spring.it;

import dev.holdfast.lease.Lease;
import dev.holdfast.lease.Leases;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.Leased;
import dev.holdfast.spring.OnBusy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Methods as applications write them. */
class InvoiceService {

  private final JdbcTemplate jdbc;
  private final TransactionTemplate transactions;
  private final Leases leases;
  @Autowired @Lazy private @Nullable InvoiceService self;

  InvoiceService(JdbcTemplate jdbc, PlatformTransactionManager manager, Leases leases) {
    this.jdbc = jdbc;
    this.transactions = new TransactionTemplate(manager);
    this.leases = leases;
    jdbc.execute("create table if not exists invoice (id bigint primary key, step int not null)");
  }

  void insert(long id) {
    jdbc.update("insert into invoice values (?, 0)", id);
  }

  long step(long id) {
    return Optional.ofNullable(
            jdbc.queryForObject("select step from invoice where id = ?", Long.class, id))
        .orElseThrow();
  }

  @Leased(resource = "invoice/#{#id}", ttl = "1m", waitUpTo = "0s")
  @Transactional
  public long advance(long id, Runnable meanwhile) {
    jdbc.update("update invoice set step = step + 1 where id = ?", id);
    meanwhile.run();
    return CurrentLease.required().fence();
  }

  /** Whether a transaction was there already when the lease came, and is there now. */
  @Leased(resource = "named/#{#name}", waitUpTo = "0s")
  public <T> T under(String name, Supplier<T> work) {
    return work.get();
  }

  @Leased(resource = "named/#{#name}", waitUpTo = "0s", guard = false)
  public <T> T unguarded(String name, Supplier<T> work) {
    return work.get();
  }

  @Leased(resource = "named/#{#name}", onBusy = OnBusy.SKIP)
  public Optional<String> orNothing(String name) {
    return Optional.of(name);
  }

  @Leased(resource = "named/#{#name}", minHold = "1h", onBusy = OnBusy.SKIP)
  public @Nullable String atLeastAnHour(String name) {
    return name;
  }

  @Leased(resource = "named/#{#name}", waitUpTo = "0s")
  public CompletionStage<String> later(String name, CompletableFuture<String> work) {
    return work;
  }

  @Leased(resource = "#{#order.kind}/#{#order.id()}")
  public String ofRecord(Order order) {
    return CurrentLease.required().resource();
  }

  /** A record as a parameter: by property and by method. */
  public record Order(String kind, long id) {
    public String getKind() {
      return kind;
    }
  }

  @Transactional
  public <T> T inTransaction(Supplier<T> work) {
    return work.get();
  }

  @Transactional(readOnly = true)
  public long readOnlyStep(long id) {
    return step(id);
  }

  InvoiceService proxy() {
    if (self == null) {
      throw new IllegalStateException("not injected");
    }
    return self;
  }

  /** Takes the lease of this thread away, as an operator would. */
  boolean loseIt() {
    Lease lease = CurrentLease.required();
    return leases.forceRelease(lease.resource(), lease.fence(), "a test takes it away");
  }

  /** A transaction of its own. */
  void advanceByTemplate(long id) {
    transactions.executeWithoutResult(
        status -> {
          if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("no transaction");
          }
          jdbc.update("update invoice set step = step + 1 where id = ?", id);
        });
  }

  /** A transaction that does nothing, and commits. */
  void emptyTransaction() {
    transactions.executeWithoutResult(status -> {});
  }
}
