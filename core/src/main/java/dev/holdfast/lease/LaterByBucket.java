package dev.holdfast.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Several resources of several buckets, one bucket after the other and always in their order: two
 * callers can't block each other. All or nothing, without a thread that waits.
 */
final class LaterByBucket {

  private final Iterator<List<String>> parts;
  private final long end;
  private final BiFunction<List<String>, Duration, CompletableFuture<List<Lease>>> acquire;
  private final CompletableFuture<List<Lease>> all = new CompletableFuture<>();
  private final List<Lease> got = new ArrayList<>();

  LaterByBucket(
      Iterator<List<String>> parts,
      long end,
      BiFunction<List<String>, Duration, CompletableFuture<List<Lease>>> acquire) {
    this.parts = parts;
    this.end = end;
    this.acquire = acquire;
  }

  CompletableFuture<List<Lease>> start() {
    next();
    return all;
  }

  private void next() {
    if (!parts.hasNext()) {
      if (!all.complete(List.copyOf(got))) {
        got.forEach(Lease::close);
      }
      return;
    }
    Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), 0));
    try {
      CompletableFuture<List<Lease>> part = acquire.apply(parts.next(), left);
      all.whenComplete((leases, error) -> part.cancel(false)); // no harm once it is there
      part.whenComplete(this::came);
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void came(@Nullable List<Lease> leases, @Nullable Throwable error) {
    if (error != null || leases == null) {
      fail(error == null ? new IllegalStateException() : Acquiring.unwrap(error));
    } else {
      got.addAll(leases);
      next();
    }
  }

  private void fail(Throwable error) {
    got.forEach(Lease::close);
    all.completeExceptionally(error);
  }
}
