package dev.holdfast.bench.scenario;

import dev.holdfast.bench.measure.Turn;
import dev.holdfast.bench.peer.HoldfastLocks;
import dev.holdfast.bench.peer.KeyLock;
import dev.holdfast.bench.peer.Locks;
import dev.holdfast.lease.Leases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers of one process that all want the same key, hold it for a moment and want it again.
 *
 * @param firstCaller the number of the first caller, so that those of two processes differ
 */
public record HotKey(String resource, int firstCaller, int callers, Duration hold) {

  /** The same, held for that long. */
  HotKey holding(Duration newHold) {
    return new HotKey(resource, firstCaller, callers, newHold);
  }

  /** A handle a caller. */
  List<KeyLock> handles(Locks locks) throws Exception {
    List<KeyLock> handles = new ArrayList<>(callers);
    for (int i = 0; i < callers; i++) {
      handles.add(locks.on(resource));
    }
    return handles;
  }

  /** The turns that began within that time, by Holdfast. */
  List<Turn> run(Leases leases, Duration length) throws Exception {
    return run(handles(new HoldfastLocks(leases)), length);
  }

  /** The turns that began within that time. */
  List<Turn> run(List<KeyLock> handles, Duration length) throws Exception {
    long end = System.nanoTime() + length.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      List<Future<List<Turn>>> parts = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        int caller = firstCaller + i;
        KeyLock lock = handles.get(i);
        parts.add(threads.submit(() -> turns(lock, caller, end)));
      }
      List<Turn> all = new ArrayList<>();
      for (Future<List<Turn>> part : parts) {
        all.addAll(part.get(length.toSeconds() + 60, TimeUnit.SECONDS));
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Turn> turns(KeyLock lock, int caller, long end) throws Exception {
    List<Turn> turns = new ArrayList<>();
    long asked = System.nanoTime();
    while (asked - end < 0) {
      long fence = lock.lock();
      long granted = System.nanoTime();
      hold(granted);
      long released = System.nanoTime();
      lock.unlock();
      if (granted - end < 0) {
        turns.add(new Turn(caller, fence, asked, granted, released));
      }
      asked = System.nanoTime();
    }
    return turns;
  }

  private void hold(long from) {
    long until = from + hold.toNanos();
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
