package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.HoldfastEvent.BatchSent;
import dev.holdfast.HoldfastEvent.PushChanged;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.Await;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several processes wait for one resource. */
class FairnessTest {

  private static final LeaseOptions PATIENT =
      LeaseOptions.defaults().withWait(Duration.ofSeconds(30));
  private final Lab lab = new Lab(Isolation.READ_COMMITTED);

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName(
      "a process that hands over to itself lets a waiting one in after eight times, or 100 ms")
  void boundedHandOvers() throws Exception {
    // One waiter at a time: the queue is empty after each grant. The count of hand-overs once went
    // away with it, and the other process starved. Who is let in has a quarter of a second to come;
    // a machine may stand still for longer, but not three times.
    List<Integer> counts = new ArrayList<>();
    do {
      counts.add(handOversUntilTheOtherGetsIt("x" + counts.size()));
    } while (counts.get(counts.size() - 1) > 8 && counts.size() < 3);
    assertThat(counts.get(counts.size() - 1)).as("%s", counts).isLessThanOrEqualTo(8);
  }

  private int handOversUntilTheOtherGetsIt(String resource) throws Exception {
    Leases busy = lab.open("busy").leases();
    Lease current = busy.acquire(resource);
    CompletableFuture<Lease> other =
        lab.open("other").leases().acquireAsync(resource, PATIENT).toCompletableFuture();
    Await.until(
        "it waits",
        () ->
            lab.sql().number("select count(*) from holdfast.waiter where resource = ?", resource)
                == 1);
    int handOvers = 0;
    while (handOvers < 40) {
      CompletableFuture<Lease> next = busy.acquireAsync(resource, PATIENT).toCompletableFuture();
      current.close();
      CompletableFuture.anyOf(next, other).get(15, TimeUnit.SECONDS);
      if (other.isDone()) {
        break;
      }
      current = next.get(15, TimeUnit.SECONDS);
      handOvers++;
      holdForFourteenMillis(); // eight of them are longer than 100 ms
    }
    return handOvers;
  }

  private static void holdForFourteenMillis() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(14);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Test
  @DisplayName("hand-overs that pass nobody are not counted: always one batch with the release")
  void uncountedHandOvers() throws Exception {
    List<BatchSent> batches = new CopyOnWriteArrayList<>();
    Leases only =
        lab.open(
                HoldfastSettings.defaults()
                    .withListener(
                        event -> {
                          if (event instanceof BatchSent sent && sent.releases() > 0) {
                            batches.add(sent);
                          }
                        }))
            .leases();
    Lease current = only.acquire("x");
    for (int handOver = 0; handOver < 20; handOver++) {
      CompletableFuture<Lease> next = only.acquireAsync("x", PATIENT).toCompletableFuture();
      Await.until("it waits", () -> lab.sql().number("select count(*) from holdfast.waiter") == 1);
      assertThat(current.release()).isTrue();
      current = next.get(15, TimeUnit.SECONDS);
    }
    assertThat(batches).hasSize(20).allMatch(batch -> batch.acquisitions() == 1);
  }

  @Test
  @DisplayName("two processes under steady load both get their share")
  void shares() {
    List<Leases> processes = List.of(lab.open("one").leases(), lab.open("two").leases());
    int[] grants = new int[2];
    AtomicBoolean done = new AtomicBoolean();
    Crowd.of(6)
        .run(
            no -> {
              int process = no % 2;
              while (!done.get()) {
                Lease lease = processes.get(process).acquire("x", PATIENT);
                grants[process]++; // under the lease
                if (grants[0] + grants[1]
                    >= 24_000) { // several rows of hand-overs, each for 100 ms
                  done.set(true);
                }
                lease.close();
              }
            });
    assertThat(grants[0]).as("of %d", grants[0] + grants[1]).isGreaterThan(3_000);
    assertThat(grants[1]).as("of %d", grants[0] + grants[1]).isGreaterThan(3_000);
  }

  @Test
  @DisplayName("L13: with the listener's connection killed waiting goes on, and push comes back")
  void listenerKilled() throws Exception {
    List<Boolean> push = new CopyOnWriteArrayList<>();
    Lease lease = lab.open("holder").leases().acquire("x");
    Leases leases =
        lab.open(
                HoldfastSettings.defaults()
                    .withHolder("waiter")
                    .withListener(
                        event -> {
                          if (event instanceof PushChanged change) {
                            push.add(change.working());
                          }
                        }))
            .leases();
    CompletableFuture<Lease> waiting = leases.acquireAsync("x", PATIENT).toCompletableFuture();
    Await.until("push works", () -> push.equals(List.of(true)));
    lab.sql()
        .run(
            "select pg_terminate_backend(pid) from pg_stat_activity"
                + " where datname = current_database() and query like '%pg_notify%'"
                + " and pid <> pg_backend_pid()");
    Await.until("push is away", () -> push.contains(false));
    lease.release();
    assertThat(waiting.get(10, TimeUnit.SECONDS).fence()).isEqualTo(2);
    Await.until("push is back", () -> push.equals(List.of(true, false, true)));
  }

  @Test
  @DisplayName("L13: a dead waiter delays others by its turn, a quarter of a second, at most")
  void deadWaiter() throws Exception {
    Lease lease = lab.open("holder").leases().acquire("x");
    lab.sql()
        .run(
            "insert into holdfast.waiter values (0, 'x', gen_random_uuid(), 'dead',"
                + " clock_timestamp(), clock_timestamp() + interval '1 minute')");
    Leases leases = lab.open("waiter").leases();
    CompletableFuture<Lease> waiting = leases.acquireAsync("x", PATIENT).toCompletableFuture();
    Await.until("it waits", () -> lab.sql().number("select count(*) from holdfast.waiter") == 2);
    lease.release();
    long freed = System.nanoTime();
    waiting.get(30, TimeUnit.SECONDS);
    assertThat(Duration.ofNanos(System.nanoTime() - freed))
        .as("a poll of a second and a quarter, the turn of the dead one, and a busy machine")
        .isLessThan(Duration.ofSeconds(10));
  }
}
