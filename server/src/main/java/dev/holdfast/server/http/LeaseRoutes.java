package dev.holdfast.server.http;

import dev.holdfast.LeaseDeadlockException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.lease.RemoteGrant;
import dev.holdfast.lease.RemoteLeases;
import dev.holdfast.server.watch.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Acquire, renew, release. None of them blocks, however long it waits. */
final class LeaseRoutes implements Routes {
  private final Backend backend;
  private final RemoteLeases leases;
  private final Quotas quotas;
  private final Duration longestWait;

  LeaseRoutes(HttpSettings settings, Backend backend) {
    this.backend = backend;
    this.leases = backend.leases().leases().remote();
    this.quotas = new Quotas(settings.limits().quota());
    this.longestWait = settings.limits().times().longestWait();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.of("POST", "/api/v1/leases", Role.USE, this::acquire),
        Endpoint.of("PUT", "/api/v1/leases/{id}", Role.USE, this::renew),
        Endpoint.of("DELETE", "/api/v1/leases/{id}", Role.USE, this::release));
  }

  private CompletionStage<Answer> acquire(Exchange exchange) {
    Wish wish = Wish.read(exchange, longestWait);
    Quotas.Account account = quotas.of(exchange.caller());
    account.room(wish.request().resources().size());
    if (wish.waits()) {
      account.waits();
    }
    CompletableFuture<List<RemoteGrant>> asked =
        leases.acquire(wish.request()).toCompletableFuture();
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    exchange.onGone(() -> asked.cancel(false));
    exchange.onStop(
        () -> {
          answer.completeExceptionally(Exchange.stopped());
          asked.cancel(false);
        });
    asked.whenComplete(
        (grants, error) -> {
          if (wish.waits()) {
            account.done();
          }
          if (error != null) {
            answer.completeExceptionally(refused(exchange, wish, error));
          } else {
            grants.forEach(account::holds);
            if (!answer.complete(granted(exchange, wish, grants))) {
              giveBack(account, wish, grants);
            }
          }
        });
    return answer;
  }

  private Answer granted(Exchange exchange, Wish wish, List<RemoteGrant> grants) {
    Answer answer = Answer.json(201, LeaseJson.granted(grants, wish.several()));
    if (!wish.several()) {
      String id = LeaseJson.id(grants.get(0));
      answer = answer.withHeader("location", exchange.link("/api/v1/leases/" + id));
    }
    Quotas.Account account = quotas.of(exchange.caller());
    return answer.ifUndelivered(() -> giveBack(account, wish, grants));
  }

  /**
   * Nobody has the token but us, and nobody will renew it. One that the client chose is left alone:
   * the client may be asking again this very moment, and would lose what it is given.
   */
  private void giveBack(Quotas.Account account, Wish wish, List<RemoteGrant> grants) {
    if (!wish.request().chosen()) {
      for (RemoteGrant grant : grants) {
        account.gaveBack(grant.resource(), grant.fence());
        leases.release(grant.resource(), grant.fence(), grant.token());
      }
    }
  }

  /** Whoever is refused can look up later what was in the way. */
  private Throwable refused(Exchange exchange, Wish wish, Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    String holder = wish.request().holder();
    Refusal.Asked asked;
    if (cause instanceof LeaseHeldException held) {
      Refusal.HeldBy by =
          new Refusal.HeldBy(held.holder(), held.fence(), held.since(), held.until());
      String code = held.waited().isZero() ? "held" : "wait-timeout";
      asked = new Refusal.Asked(held.resource(), code, holder, by, held.waited());
    } else if (cause instanceof LeaseDeadlockException deadlock) {
      asked = new Refusal.Asked(deadlock.resource(), "deadlock", holder, null, Duration.ZERO);
    } else {
      return cause;
    }
    UUID id = backend.watch().refusals().record(asked);
    return Problems.of(cause).with("instance", exchange.link("/api/v1/refusals/" + id));
  }

  private CompletionStage<Answer> renew(Exchange exchange) {
    LeaseId id = LeaseId.parse(exchange.variable("id"));
    exchange.allowed(id.resource());
    UUID token = exchange.leaseToken();
    Members body = exchange.members("ttl");
    CompletionStage<Duration> ttl =
        body.duration("ttl")
            .<CompletionStage<Duration>>map(CompletableFuture::completedFuture)
            .orElseGet(() -> exchange.work(() -> currentTtl(id.resource())));
    return ttl.thenCompose(length -> leases.renew(id.resource(), id.fence(), token, length))
        .thenApply(
            grant -> {
              quotas.of(exchange.caller()).holds(grant);
              return Answer.json(200, LeaseJson.lease(grant));
            });
  }

  /** Of whoever has it now: if that is somebody else, the renewal finds out. */
  private Duration currentTtl(String resource) {
    List<Duration> found =
        Query.run(
            backend.pool(),
            "looking at " + resource,
            ServiceSql.TTL,
            row -> Duration.ofMillis(row.getLong(1)),
            resource);
    return found.isEmpty() ? Duration.ofMinutes(5) : found.get(0);
  }

  private CompletionStage<Answer> release(Exchange exchange) {
    LeaseId id = LeaseId.parse(exchange.variable("id"));
    exchange.allowed(id.resource());
    UUID token = exchange.leaseToken();
    exchange.members();
    return leases
        .release(id.resource(), id.fence(), token)
        .thenApply(
            released -> {
              quotas.of(exchange.caller()).gaveBack(id.resource(), id.fence());
              if (!released) {
                throw new HttpProblem(
                        410, "lost", "The lease was lost", "it had ended before; nothing was done")
                    .with("resource", id.resource())
                    .with("fence", id.fence());
              }
              return Answer.empty(204);
            });
  }
}
