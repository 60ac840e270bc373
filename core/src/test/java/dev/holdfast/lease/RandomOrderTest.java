package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.LeaseDeadlockException;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many threads of three processes, each taking two or three leases in any order. */
class RandomOrderTest {

  private static final int THREADS = 20;
  private static final int ROUNDS = 10;
  private static final int RESOURCES = 48;

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final Map<String, Integer> heldBy = new ConcurrentHashMap<>();
  private final Map<Integer, String> waitsFor = new ConcurrentHashMap<>();
  private final Queue<String> falseAlarms = new ConcurrentLinkedQueue<>();
  private final AtomicInteger deadlocks = new AtomicInteger();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("200 rounds of random orders: every deadlock that is told is one, and all get on")
  void everyAlarmIsTrue() {
    List<Leases> processes =
        List.of(lab.open("p0").leases(), lab.open("p1").leases(), lab.open("p2").leases());
    Crowd.of(THREADS)
        .run(
            no -> {
              Random random = new Random(no);
              for (int round = 0; round < ROUNDS; round++) {
                round(processes.get(no % 3), no, random);
              }
            });
    assertThat(falseAlarms).isEmpty();
    assertThat(deadlocks).as("some must have happened, or this tests nothing").hasPositiveValue();
  }

  private void round(Leases leases, int me, Random random) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < RESOURCES; i++) {
      all.add(i);
    }
    Collections.shuffle(all, random);
    List<Lease> held = new ArrayList<>();
    try {
      for (int i = 0; i < 2 + random.nextInt(2); i++) {
        String name = "r" + all.get(i);
        waitsFor.put(me, name);
        held.add(leases.acquire(name, LeaseOptions.defaults().withWait(Duration.ofSeconds(50))));
        heldBy.put(name, me);
        waitsFor.remove(me);
        work(random);
      }
    } catch (LeaseDeadlockException e) {
      deadlocks.incrementAndGet();
      check(me, e);
      waitsFor.remove(me);
    } finally {
      for (Lease lease : held) {
        heldBy.remove(lease.resource());
        lease.close();
      }
    }
  }

  /** Now and then long enough for others to be reported. */
  private static void work(Random random) {
    long millis = random.nextInt(4) == 0 ? 300 + random.nextInt(600) : random.nextInt(20);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /** Who is told holds its leases still, so the others can't have got on. */
  private void check(int me, LeaseDeadlockException error) {
    List<Object> path = new ArrayList<>();
    Integer next = me;
    for (int step = 0; step <= THREADS; step++) {
      String resource = waitsFor.get(next);
      path.add(next);
      path.add(resource == null ? "waits for nothing" : resource);
      next = resource == null ? null : heldBy.get(resource);
      if (next == null) {
        break;
      }
      if (next == me) {
        return;
      }
    }
    falseAlarms.add(path + ": " + error.getMessage());
  }
}
