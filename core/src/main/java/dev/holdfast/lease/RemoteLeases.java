package dev.holdfast.lease;

import dev.holdfast.ClosedException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.WrongTokenException;
import dev.holdfast.lease.Batch.Proof;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Leases held on behalf of clients elsewhere: nothing is kept or renewed here, the client has the
 * token. They go through the same dispatcher as all others. Thread-safe; nothing here waits, and
 * every error comes through the stage.
 */
public final class RemoteLeases {

  private final LeaseService service;
  private final RemoteWishes wishes;

  RemoteLeases(LeaseService service, Acquiring acquiring) {
    this.service = service;
    this.wishes =
        new RemoteWishes(
            request ->
                acquiring.laterAll(
                    request.resources(),
                    options(request),
                    new Caller(
                        null, request.owner(), Token.of(request.token()), request.chosen())));
  }

  /**
   * All of them or none, as soon as they can be had within the wait of the options. Asking again
   * with the same token gets the same grants. Cancelling the future ({@code
   * toCompletableFuture().cancel}) leaves the queue; what was granted meanwhile is given back,
   * unless the same was asked for again and somebody still waits for it here.
   *
   * <p>Ends with {@link dev.holdfast.LeaseHeldException} if one of them is held by somebody else,
   * with {@link dev.holdfast.LeaseDeadlockException} if the wait would never end.
   */
  public CompletionStage<List<RemoteGrant>> acquire(RemoteRequest request) {
    return wishes.join(request);
  }

  /**
   * Sets a new end: {@code ttl} from now.
   *
   * <p>Ends with {@link LeaseLostException}, with the successor's fence if known, if the lease
   * ended; with {@link WrongTokenException} if it is current under another token.
   */
  public CompletionStage<RemoteGrant> renew(String resource, long fence, UUID token, Duration ttl) {
    Proof proof = new Proof(resource, fence, Token.of(token));
    return answered(
        "renewing " + resource,
        () -> service.renew(checked(proof), ttl),
        answer -> {
          Answer.Standing now = answer.standing();
          if (!answer.is("renewed") || now == null || now.holder() == null) {
            throw refusal(proof, answer);
          }
          return new RemoteGrant(
              resource, fence, token, now.holder(), since(now), now.at().plus(ttl), ttl);
        });
  }

  /**
   * Gives it back; true: it was still ours, or an earlier call gave it back. The errors are those
   * of {@link #renew}.
   */
  public CompletionStage<Boolean> release(String resource, long fence, UUID token) {
    Proof proof = new Proof(resource, fence, Token.of(token));
    return answered(
        "releasing " + resource,
        () -> service.release(checked(proof)),
        answer -> {
          if (!answer.is("released")) {
            throw refusal(proof, answer);
          }
          return true;
        });
  }

  /** What the database said, on a thread for callbacks, within the patience. */
  private <T> CompletionStage<T> answered(
      String what, Supplier<CompletableFuture<Answer>> ask, Function<Answer, T> result) {
    CompletableFuture<T> promise = new CompletableFuture<>();
    try {
      if (service.isClosed()) {
        throw new ClosedException();
      }
      CompletableFuture<Answer> answer = ask.get();
      answer
          .orTimeout(service.settings().patience().toNanos(), TimeUnit.NANOSECONDS)
          .thenApplyAsync(result, service.callbacks())
          .whenComplete(
              (value, error) -> {
                if (error == null) {
                  promise.complete(value);
                } else {
                  promise.completeExceptionally(
                      Acquiring.unwrap(error) instanceof TimeoutException
                          ? service.unavailable(what)
                          : Acquiring.unwrap(error));
                }
              });
    } catch (RuntimeException e) {
      promise.completeExceptionally(e);
    }
    return promise;
  }

  /** The lease of that fence is over, or somebody has it under another token. */
  private static RuntimeException refusal(Proof proof, Answer answer) {
    if (answer.isHeldAs(proof.fence())) {
      return new WrongTokenException(proof.resource(), proof.fence());
    }
    Long successor = answer.fence() > proof.fence() ? answer.fence() : null;
    String why = Settler.whyLost(proof.fence(), answer);
    return new LeaseLostException(proof.resource(), proof.fence(), why, successor, null);
  }

  private static Instant since(Answer.Standing now) {
    return now.since() == null ? now.at() : now.since();
  }

  private static Proof checked(Proof proof) {
    Leases.check(proof.resource());
    return proof;
  }

  private static LeaseOptions options(RemoteRequest request) {
    LeaseOptions options = request.options().withHolder(request.holder()).withoutAutoRenew();
    return request.owner() == null
        ? options
        : options.withAttributes(OwnerMark.with(options.attributes(), request.owner()));
  }
}
