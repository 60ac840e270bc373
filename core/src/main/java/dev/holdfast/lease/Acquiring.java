package dev.holdfast.lease;

import dev.holdfast.LeaseHeldException;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.lease.Acquisition.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The caller's side of an acquisition: hands it over, waits for its end, cleans up. */
final class Acquiring {

  private final LeaseService service;

  Acquiring(LeaseService service) {
    this.service = service;
  }

  /** The leases, or empty if one of them is held by somebody else. */
  Optional<List<Lease>> tryNow(List<String> resources, LeaseOptions options) {
    Collection<List<String>> parts = byBucket(resources);
    LeaseOptions now = options.withWait(Duration.ZERO);
    if (parts.size() == 1) {
      List<Lease> leases = await(service.submit(resources, now, Caller.here()));
      return leases.isEmpty() ? Optional.empty() : Optional.of(leases);
    }
    try {
      return Optional.of(bucketByBucket(parts, now));
    } catch (LeaseHeldException e) {
      return Optional.empty();
    }
  }

  /** The leases; waits as the options say. */
  List<Lease> waiting(List<String> resources, LeaseOptions options) {
    Collection<List<String>> parts = byBucket(resources);
    return parts.size() == 1 ? awaitOrThrow(resources, options) : bucketByBucket(parts, options);
  }

  private List<Lease> awaitOrThrow(List<String> resources, LeaseOptions options) {
    Acquisition wish = service.submit(resources, options, Caller.here());
    List<Lease> leases = await(wish);
    if (leases.isEmpty()) {
      throw wish.held();
    }
    return leases;
  }

  /** The same without a thread; held by others is empty for a try and an error for a wait. */
  CompletableFuture<Optional<List<Lease>>> later(
      List<String> resources, LeaseOptions options, boolean waits) {
    LeaseOptions wanted = waits ? options : options.withWait(Duration.ZERO);
    return laterOrThrow(resources, wanted, Caller.NOBODY, Function.identity())
        .<Optional<List<Lease>>>thenApply(Optional::of)
        .exceptionally(
            error -> {
              if (unwrap(error) instanceof LeaseHeldException && !waits) {
                return Optional.empty();
              }
              throw asRuntime(error);
            });
  }

  CompletableFuture<Lease> laterOrThrow(List<String> resources, LeaseOptions options) {
    return laterOrThrow(resources, options, Caller.NOBODY, leases -> leases.get(0));
  }

  /** All of them or none, without a thread. */
  CompletableFuture<List<Lease>> laterAll(
      List<String> resources, LeaseOptions options, Caller caller) {
    Collection<List<String>> parts = byBucket(resources);
    if (parts.size() == 1) {
      return laterOrThrow(resources, options, caller, Function.identity());
    }
    return new LaterByBucket(
            parts.iterator(),
            System.nanoTime() + options.waitUpTo().toNanos(),
            (part, wait) -> laterOrThrow(part, options.withWait(wait), caller, Function.identity()))
        .start();
  }

  private <T> CompletableFuture<T> laterOrThrow(
      List<String> resources,
      LeaseOptions options,
      Caller caller,
      Function<List<Lease>, T> result) {
    CompletableFuture<T> promise = new CompletableFuture<>();
    Acquisition wish = service.submit(resources, options, caller);
    service.deliver(
        wish,
        (leases, error) -> {
          if (error != null) {
            promise.completeExceptionally(error);
          } else if (leases.isEmpty()) {
            promise.completeExceptionally(wish.held());
          } else if (!promise.complete(result.apply(leases))) {
            leases.forEach(Lease::close);
          }
        });
    ring(wish, promise, wish.waits ? wish.waitEnd() : patienceEnd(wish));
    promise.whenComplete(
        (value, error) -> {
          if (promise.isCancelled()) {
            wish.granted.cancel(false);
            service.forget(wish);
          }
        });
    return promise;
  }

  /** Ends it then; if the database said nothing at all by then, at the end of patience. */
  private void ring(Acquisition wish, CompletableFuture<?> promise, long then) {
    CompletableFuture<Void> bell = new CompletableFuture<>();
    promise.whenComplete((value, error) -> bell.complete(null));
    bell.orTimeout(Math.max(then - System.nanoTime(), 0), TimeUnit.NANOSECONDS)
        .whenComplete(
            (nothing, late) -> {
              if (late == null) {
                return;
              }
              if (wish.lastRefusal() == null && then - patienceEnd(wish) < 0) {
                ring(wish, promise, patienceEnd(wish));
              } else {
                giveUp(wish);
              }
            });
  }

  private long patienceEnd(Acquisition wish) {
    return wish.startedAt + service.settings().patience().toNanos();
  }

  /** The leases; none if it was refused. */
  private List<Lease> await(Acquisition wish) {
    try {
      return awaitInTime(wish);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      wish.granted.completeExceptionally(new WaitInterruptedException(wish.awaited()));
      service.forget(wish);
    } catch (TimeoutException e) {
      giveUp(wish);
    } catch (ExecutionException e) {
      throw Waiting.unwrap(e);
    }
    return settled(wish);
  }

  /** Until the wait is over; if the database said nothing at all by then, until patience ends. */
  private List<Lease> awaitInTime(Acquisition wish)
      throws InterruptedException, TimeoutException, ExecutionException {
    if (wish.waits) {
      try {
        long left = wish.waitEnd() - System.nanoTime();
        return wish.granted.get(Math.max(left, 0), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (wish.lastRefusal() != null) {
          throw e;
        }
      }
    }
    long left = patienceEnd(wish) - System.nanoTime();
    return wish.granted.get(Math.max(left, 0), TimeUnit.NANOSECONDS);
  }

  /** Ends a wish with what is known: held, as the database said last, or no answer at all. */
  private void giveUp(Acquisition wish) {
    Refusal refusal = wish.lastRefusal();
    if (refusal == null) {
      wish.granted.completeExceptionally(service.unavailable("acquiring " + wish.firstResource()));
    } else {
      service.refuse(wish, refusal);
    }
    service.forget(wish);
  }

  /** Whoever ended it first decided: perhaps a grant came just before we gave up. */
  private static List<Lease> settled(Acquisition wish) {
    try {
      return wish.granted.join();
    } catch (CompletionException e) {
      throw asRuntime(e);
    }
  }

  private Collection<List<String>> byBucket(List<String> resources) {
    if (resources.size() == 1 || service.buckets().count() == 1) {
      return List.of(resources);
    }
    Map<Integer, List<String>> parts =
        resources.stream()
            .collect(
                Collectors.groupingBy(service.buckets()::of, TreeMap::new, Collectors.toList()));
    return parts.values();
  }

  /** Always in the order of the buckets: two callers can't block each other. All or nothing. */
  private List<Lease> bucketByBucket(Collection<List<String>> parts, LeaseOptions options) {
    long end = System.nanoTime() + options.waitUpTo().toNanos();
    List<Lease> all = new ArrayList<>();
    try {
      for (List<String> part : parts) {
        Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), 0));
        all.addAll(awaitOrThrow(part, options.withWait(left)));
      }
      return all;
    } catch (RuntimeException e) {
      all.forEach(Lease::close);
      throw e;
    }
  }

  static Throwable unwrap(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  private static RuntimeException asRuntime(Throwable error) {
    return unwrap(error) instanceof RuntimeException cause
        ? cause
        : new IllegalStateException(error);
  }
}
