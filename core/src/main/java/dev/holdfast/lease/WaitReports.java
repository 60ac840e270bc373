package dev.holdfast.lease;

import dev.holdfast.LeaseDeadlockException;
import dev.holdfast.internal.Names;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Says who of this process waits for a lease for longer than half a second, once a second, and
 * three times a second while one of them could be part of a deadlock: then it also hears who can't
 * get on before whom. A twentieth of the dispatcher's time goes into it, more only where a report
 * takes longer than a fifth of a second. Only who has the helm touches it.
 */
final class WaitReports {

  private static final int MOST = 1_000;
  private static final long WORTH_TELLING = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(150);
  private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);
  private static final long URGENT_PERIOD = TimeUnit.MILLISECONDS.toNanos(300);
  private static final long AFTER_FAILURE = TimeUnit.SECONDS.toNanos(5);
  private static final int SHARE_OF_TIME = 20;
  private static final long LONGEST_REST = TimeUnit.SECONDS.toNanos(4);

  /** Who is to hear that its wait would never end. */
  record Hopeless(Acquisition wish, LeaseDeadlockException error) {}

  private final Lane[] lanes;
  private final Owners owners;
  private final String defaultHolder;
  private final Deadlocks deadlocks;
  private long nextLook = System.nanoTime();
  private long nextReport = nextLook;
  private long numbers;
  private boolean told;

  WaitReports(Lane[] lanes, Owners owners, UUID process, String defaultHolder) {
    this.lanes = lanes;
    this.owners = owners;
    this.defaultHolder = defaultHolder;
    this.deadlocks = new Deadlocks(process);
  }

  /** When to look again. */
  long nextTime(long never) {
    if (told) {
      return nextLook;
    }
    for (Lane lane : lanes) {
      if (lane.queues.nextTime() != null) {
        return nextLook;
      }
    }
    return never;
  }

  /** Looks, and says what is to be said. Answers whose wait would never end. */
  List<Hopeless> report(LeaseConnection connection, ClockCheck clock, long now, int timeoutMillis)
      throws SQLException {
    if (nextLook - now > 0) {
      return List.of();
    }
    nextLook = now + LOOK;
    List<Acquisition> waiting = longWaits(now);
    if (waiting.isEmpty()) {
      takeBack(connection, timeoutMillis);
      return List.of();
    }
    Map<Thread, List<Lease>> holds = owners.holds(threads(waiting));
    Map<Thread, List<Integer>> backends = owners.backends();
    boolean urgent = waiting.stream().anyMatch(wish -> couldBlock(wish, holds, backends));
    if (nextReport - now > (urgent ? PERIOD - URGENT_PERIOD : 0)) {
      return List.of();
    }
    List<Acquisition> listed = waiting.subList(0, Math.min(waiting.size(), MOST));
    String json = json(listed, clock, holds, backends);
    nextLook = now + AFTER_FAILURE; // unless all goes well
    long start = System.nanoTime(); // a batch may have gone before it in this turn
    List<Deadlocks.Edge> edges =
        connection.reportWaits(json, waiting.size() - listed.size(), urgent, timeoutMillis);
    told = true;
    long rest = rest(System.nanoTime() - start);
    nextLook = now + Math.max(rest, LOOK);
    nextReport = now + Math.max(rest, PERIOD);
    return hopeless(listed, deadlocks.judge(edges));
  }

  /** After a report that took so long; one that stalled must not put a deadlock off for long. */
  static long rest(long took) {
    return Math.min(took * SHARE_OF_TIME, LONGEST_REST);
  }

  /** Nobody waits any more; also when closing. */
  void takeBack(LeaseConnection connection, int timeoutMillis) throws SQLException {
    if (told) {
      told = false;
      nextReport = System.nanoTime();
      connection.reportWaits("[]", 0, false, timeoutMillis);
    }
  }

  /** The oldest first. */
  private List<Acquisition> longWaits(long now) {
    List<Acquisition> waiting = new ArrayList<>();
    for (Lane lane : lanes) {
      for (Acquisition wish : lane.queues.all()) {
        if (now - wish.startedAt >= WORTH_TELLING && !wish.isOver()) {
          waiting.add(wish);
        }
      }
    }
    waiting.sort(Comparator.comparingLong(wish -> wish.startedAt - now));
    return waiting;
  }

  private static Set<Thread> threads(List<Acquisition> waiting) {
    Set<Thread> threads = new HashSet<>();
    for (Acquisition wish : waiting) {
      if (wish.caller.thread() != null) {
        threads.add(wish.caller.thread());
      }
    }
    return threads;
  }

  private static boolean couldBlock(
      Acquisition wish, Map<Thread, List<Lease>> holds, Map<Thread, List<Integer>> backends) {
    Thread thread = wish.caller.thread();
    return wish.caller.owner() != null
        || (thread != null && (holds.containsKey(thread) || backends.containsKey(thread)));
  }

  private String json(
      List<Acquisition> waiting,
      ClockCheck clock,
      Map<Thread, List<Lease>> holds,
      Map<Thread, List<Integer>> backends) {
    StringBuilder json = new StringBuilder("[");
    for (Acquisition wish : waiting) {
      if (wish.number == 0) {
        wish.number = ++numbers;
      }
      Thread thread = wish.caller.thread();
      json.append(json.length() == 1 ? "" : ",").append("{\"n\":").append(wish.number);
      String holder = wish.options.holder();
      json.append(",\"resource\":").append(Names.quoted(wish.awaited()));
      json.append(",\"holder\":").append(Names.quoted(holder == null ? defaultHolder : holder));
      json.append(",\"since\":").append(clock.millisAt(wish.startedAt));
      if (wish.caller.owner() != null) {
        json.append(",\"owner\":\"").append(OwnerMark.of(wish.caller.owner())).append('"');
      }
      if (thread != null) {
        append(json, holds.getOrDefault(thread, List.of()));
        json.append(",\"backends\":").append(backends.getOrDefault(thread, List.of()));
      }
      json.append('}');
    }
    return json.append(']').toString();
  }

  private static void append(StringBuilder json, List<Lease> holds) {
    json.append(",\"holds\":[");
    String comma = "";
    for (Lease lease : holds) {
      json.append(comma).append("{\"resource\":").append(Names.quoted(lease.resource()));
      json.append(",\"fence\":").append(lease.fence()).append('}');
      comma = ",";
    }
    json.append(']');
  }

  private static List<Hopeless> hopeless(
      List<Acquisition> waiting, List<Deadlocks.Verdict> verdicts) {
    if (verdicts.isEmpty()) {
      return List.of();
    }
    Map<Long, Acquisition> byNumber = new HashMap<>();
    waiting.forEach(wish -> byNumber.put(wish.number, wish));
    List<Hopeless> hopeless = new ArrayList<>();
    for (Deadlocks.Verdict verdict : verdicts) {
      Acquisition wish = byNumber.get(verdict.number());
      if (wish != null) {
        String resource = wish.awaited();
        hopeless.add(new Hopeless(wish, new LeaseDeadlockException(resource, verdict.circle())));
      }
    }
    return hopeless;
  }
}
