package dev.holdfast.lease;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.internal.Names;
import dev.holdfast.schema.SchemaInfo;
import dev.holdfast.transaction.Transactions;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;

/**
 * Leases on named resources. Thread-safe; callable from plain threads, virtual threads and async
 * code alike. Names have 1 to 512 characters, none of them a control character.
 *
 * <p>{@code try…} never waits and answers empty if somebody else holds the resource. Without {@code
 * try} a method waits up to {@link LeaseOptions#waitUpTo()} and throws {@link LeaseHeldException}
 * with who holds it, since when and until when; with a wait of zero it tries once.
 */
public final class Leases implements AutoCloseable {

  private static final int MOST_TOGETHER = 1_000;

  final LeaseService service;
  private final LeaseReads reads;
  private final Acquiring acquiring;
  private final RemoteLeases remote;

  public Leases(
      DataSource dataSource,
      HoldfastSettings settings,
      SchemaInfo schema,
      Transactions transactions) {
    this.service = new LeaseService(dataSource, settings, schema, transactions);
    this.reads = new LeaseReads(dataSource);
    this.acquiring = new Acquiring(service);
    this.remote = new RemoteLeases(service, acquiring);
  }

  /** With the defaults of {@link LeaseOptions}. */
  public Optional<Lease> tryAcquire(String resource) {
    return tryAcquire(resource, LeaseOptions.defaults());
  }

  /** The lease, or empty if somebody else holds the resource. One round trip, no waiting. */
  public Optional<Lease> tryAcquire(String resource, LeaseOptions options) {
    return acquiring.tryNow(one(resource), options).map(leases -> leases.get(0));
  }

  /** With the defaults of {@link LeaseOptions}: waits 10 seconds at most. */
  public Lease acquire(String resource) {
    return acquire(resource, LeaseOptions.defaults());
  }

  /**
   * The lease, as soon as it can be had.
   *
   * @throws LeaseHeldException if somebody else still holds it when the wait is over
   * @throws dev.holdfast.WaitInterruptedException if the thread is interrupted
   * @throws dev.holdfast.DatabaseUnavailableException if the database does not answer
   */
  public Lease acquire(String resource, LeaseOptions options) {
    return acquiring.waiting(one(resource), options).get(0);
  }

  /** As {@link #tryAcquire}, without a thread that waits for the answer. */
  public CompletionStage<Optional<Lease>> tryAcquireAsync(String resource, LeaseOptions options) {
    return acquiring
        .later(one(resource), options, false)
        .thenApply(leases -> leases.map(all -> all.get(0)));
  }

  /**
   * As {@link #acquire}, without a thread that waits. Cancelling the future ({@code
   * toCompletableFuture().cancel}) leaves the queue; a lease granted meanwhile is given back.
   */
  public CompletionStage<Lease> acquireAsync(String resource, LeaseOptions options) {
    return acquiring.laterOrThrow(one(resource), options);
  }

  /** All of them or none, in one round trip; they are never waited for one by one. */
  public Optional<LeaseGroup> tryAcquireAll(Collection<String> resources, LeaseOptions options) {
    return acquiring
        .tryNow(several(resources), options)
        .map(leases -> new LeaseGroup(leases, service));
  }

  /**
   * All of them or none. While it waits it holds nothing, so that two callers can't block each
   * other, whatever the order of the names.
   *
   * @throws LeaseHeldException naming one that is still held when the wait is over
   */
  public LeaseGroup acquireAll(Collection<String> resources, LeaseOptions options) {
    return new LeaseGroup(acquiring.waiting(several(resources), options), service);
  }

  /** A new owner that may acquire what it holds already: reentrancy, by choice. */
  public ReentrantLeases reentrant() {
    return new ReentrantLeases(this);
  }

  /** Leases held on behalf of clients elsewhere, who have the tokens: for a service. */
  public RemoteLeases remote() {
    return remote;
  }

  /** What the database knows of a resource; empty: it was not locked for a long time, or never. */
  public Optional<LeaseInfo> find(String resource) {
    return reads.find(check(resource));
  }

  /** Resources in the order of their names, a page at a time. */
  public List<LeaseInfo> list(LeaseQuery query) {
    return reads.list(query);
  }

  /** The leases of a resource, the newest first, the running one included. */
  public List<PastLease> history(String resource, int limit) {
    if (limit < 1 || limit > 10_000) {
      throw new InvalidRequestException("a limit is between 1 and 10,000, not " + limit);
    }
    return reads.history(check(resource), limit);
  }

  /**
   * Takes a lease away from its holder, who and why on record. The holder's guard fails from now
   * on, and its process is told. The role must be allowed to ({@code holdfast_admin}).
   *
   * @param fence of the lease to end: a successor is never touched
   * @return false if that lease had ended, or a successor has the resource
   */
  public boolean forceRelease(String resource, long fence, String reason) {
    return forceRelease(resource, fence, reason, service.settings().holder());
  }

  /** The same on behalf of somebody, who is on record then. */
  public boolean forceRelease(String resource, long fence, String reason, String by) {
    InvalidRequestException.throwIf(Names.complaintOnReason(reason));
    InvalidRequestException.throwIf(Names.complaintOnHolder(by));
    return reads.forceRelease(check(resource), fence, reason, by);
  }

  /** Releases all that is held; those who wait get {@link dev.holdfast.ClosedException}. */
  @Override
  public void close() {
    service.close();
  }

  private static List<String> one(String resource) {
    return List.of(check(resource));
  }

  static List<String> several(Collection<String> resources) {
    if (resources.isEmpty() || resources.size() > MOST_TOGETHER) {
      throw new InvalidRequestException(
          "1 to " + MOST_TOGETHER + " resources together, not " + resources.size());
    }
    return resources.stream().map(Leases::check).distinct().sorted().toList();
  }

  static String check(String resource) {
    InvalidRequestException.throwIf(Names.complaintOnResource(resource));
    return resource;
  }
}
