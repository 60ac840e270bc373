package dev.holdfast.lease;

import dev.holdfast.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What clients elsewhere are waiting for, by token. A client whose connection broke asks again with
 * the same token while its first request still waits here: both are one request then, and it is
 * given up, or its grant given back, only when nobody is left who could hear of it. Thread-safe.
 */
final class RemoteWishes {

  private final Map<UUID, Wish> byToken = new ConcurrentHashMap<>();
  private final Function<RemoteRequest, CompletableFuture<List<Lease>>> ask;

  RemoteWishes(Function<RemoteRequest, CompletableFuture<List<Lease>>> ask) {
    this.ask = ask;
  }

  CompletableFuture<List<RemoteGrant>> join(RemoteRequest request) {
    CompletableFuture<List<RemoteGrant>> mine = new CompletableFuture<>();
    Wish fresh = new Wish(request);
    Wish wish =
        byToken.compute(
            request.token(), (t, there) -> there != null && there.add(mine) ? there : fresh);
    if (wish == fresh) {
      fresh.add(mine);
      fresh.start();
    } else if (!wish.request.resources().equals(request.resources())) {
      mine.completeExceptionally(
          new InvalidRequestException(
              "this token is in use for other resources at this moment: take another one"));
      wish.leave(mine);
    }
    mine.whenComplete((grants, error) -> wish.leave(mine));
    return mine;
  }

  /** One request to the database, and those who want to hear of it. */
  private final class Wish {

    private final RemoteRequest request;
    private final List<CompletableFuture<List<RemoteGrant>>> listeners = new ArrayList<>();
    private @Nullable CompletableFuture<List<Lease>> asked;
    private boolean over;

    Wish(RemoteRequest request) {
      this.request = request;
    }

    /** False: it is over, ask anew. */
    synchronized boolean add(CompletableFuture<List<RemoteGrant>> listener) {
      return !over && listeners.add(listener);
    }

    void start() {
      CompletableFuture<List<Lease>> answer;
      try {
        answer = ask.apply(request);
      } catch (RuntimeException e) {
        answer = CompletableFuture.failedFuture(e);
      }
      synchronized (this) {
        asked = answer;
      }
      answer.whenComplete(this::came);
    }

    /** Not interested any more; the last one ends it. */
    void leave(CompletableFuture<List<RemoteGrant>> listener) {
      CompletableFuture<List<Lease>> unwanted;
      synchronized (this) {
        listeners.removeIf(each -> each == listener);
        if (over || !listeners.isEmpty()) {
          return;
        }
        over = true;
        unwanted = asked;
      }
      byToken.remove(request.token(), this);
      if (unwanted != null) {
        unwanted.cancel(false);
      }
    }

    private void came(@Nullable List<Lease> leases, @Nullable Throwable error) {
      List<CompletableFuture<List<RemoteGrant>>> all;
      synchronized (this) {
        over = true;
        all = List.copyOf(listeners);
        listeners.clear();
      }
      byToken.remove(request.token(), this);
      boolean heard = false;
      for (CompletableFuture<List<RemoteGrant>> listener : all) {
        heard |=
            leases == null
                ? listener.completeExceptionally(Acquiring.unwrap(wrapped(error)))
                : listener.complete(leases.stream().map(Lease::asGrant).toList());
      }
      if (leases != null && !heard) {
        leases.forEach(Lease::closeUnwanted);
      }
    }

    private static Throwable wrapped(@Nullable Throwable error) {
      return error == null ? new IllegalStateException("neither leases nor an error") : error;
    }
  }
}
