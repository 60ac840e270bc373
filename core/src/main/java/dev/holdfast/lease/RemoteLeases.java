package dev.holdfast.lease;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Leases held on behalf of clients elsewhere: nothing is kept or renewed here, the client has the
 * token. They go through the same dispatcher as all others. Thread-safe; nothing here waits, and
 * every error comes through the stage.
 */
public final class RemoteLeases {

  RemoteLeases(LeaseService service) {
    service.settings();
  }

  /**
   * All of them or none, as soon as they can be had within the wait of the options. Asking again
   * with the same token gets the same grants. Cancelling the future ({@code
   * toCompletableFuture().cancel}) leaves the queue; what was granted meanwhile is given back.
   *
   * <p>Ends with {@link dev.holdfast.LeaseHeldException} if one of them is held by somebody else,
   * with {@link dev.holdfast.LeaseDeadlockException} if the wait would never end.
   */
  public CompletionStage<List<RemoteGrant>> acquire(RemoteRequest request) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }

  /**
   * Sets a new end: {@code ttl} from now.
   *
   * <p>Ends with {@link dev.holdfast.LeaseLostException}, with the successor's fence if known, if
   * the lease ended; with {@link dev.holdfast.WrongTokenException} if it is current under another
   * token.
   */
  public CompletionStage<RemoteGrant> renew(String resource, long fence, UUID token, Duration ttl) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }

  /**
   * Gives it back; true: it was still ours, or an earlier call gave it back. The errors are those
   * of {@link #renew}.
   */
  public CompletionStage<Boolean> release(String resource, long fence, UUID token) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException());
  }
}
