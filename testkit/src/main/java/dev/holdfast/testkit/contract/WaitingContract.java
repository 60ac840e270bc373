package dev.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.testkit.contract.LockClient.Held;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Waiting ends: with the lock, at its bound, or by an interrupt; and no grant gets lost in it. */
public interface WaitingContract {

  /** What the test works with. */
  ContractBench bench();

  @Test
  @DisplayName("L2: a wait ends at its bound, not before and not much later")
  default void waitIsBounded() throws Exception {
    bench().needs(Capability.WAITING);
    LockClient client = bench().client();
    String resource = bench().name("bounded");
    Takes.free(client, resource);
    Duration wait = Duration.ofMillis(700);
    long start = System.nanoTime();
    assertThatThrownBy(() -> client.acquire(resource, Takes.LONG, wait))
        .isInstanceOf(TimeoutException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(wait, wait.plus(Duration.ofSeconds(5)));
  }

  @Test
  @DisplayName("L5: a waiter, in this client or another, gets the resource after the release")
  default void waiterGetsItAfterRelease() throws Exception {
    bench().needs(Capability.WAITING);
    LockClient one = bench().client();
    LockClient two = bench().client();
    for (LockClient waiting : List.of(one, two)) {
      String resource = bench().name("waited for by " + (waiting == one ? "one" : "two"));
      Held held = Takes.free(one, resource);
      FutureTask<Held> waiter = start(() -> waiting.acquire(resource, Takes.LONG, Takes.LONG));
      assertThatThrownBy(() -> waiter.get(300, TimeUnit.MILLISECONDS))
          .as("not before the release")
          .isInstanceOf(TimeoutException.class);
      assertThat(held.release()).isTrue();
      assertThat(waiter).succeedsWithin(Takes.SOON).matches(Held::isHeld, "is held");
    }
  }

  @Test
  @DisplayName("L6: a waiter gets the resource when the holder's time is over")
  default void waiterGetsItAfterExpiry() throws Exception {
    bench().needs(Capability.WAITING, Capability.EXPIRY);
    String resource = bench().name("expiring");
    long start = System.nanoTime();
    Takes.free(bench().client(), resource, Takes.SHORT);
    Held next = bench().client().acquire(resource, Takes.LONG, Takes.SHORT.plus(Takes.SOON));
    assertThat(next.isHeld()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Takes.SHORT);
  }

  @Test
  @DisplayName("L3: many waiters get it one after the other, none is forgotten")
  default void everyWaiterGetsIt() throws Exception {
    bench().needs(Capability.WAITING);
    List<LockClient> clients = List.of(bench().client(), bench().client());
    String resource = bench().name("queue");
    AtomicInteger holders = new AtomicInteger();
    AtomicInteger grants = new AtomicInteger();
    Threads.run(
        12,
        Duration.ofSeconds(90),
        thread -> {
          for (int i = 0; i < 5; i++) {
            Held held =
                clients.get(thread % 2).acquire(resource, Takes.LONG, Duration.ofSeconds(60));
            assertThat(holders.incrementAndGet()).as("holders").isEqualTo(1);
            grants.incrementAndGet();
            holders.decrementAndGet();
            assertThat(held.release()).isTrue();
          }
        });
    assertThat(grants).hasValue(60);
  }

  @Test
  @DisplayName("L2: an interrupted waiter stops at once and holds nothing")
  default void interruptedWaiterStops() throws Exception {
    bench().needs(Capability.WAITING);
    LockClient client = bench().client();
    String resource = bench().name("interrupted");
    Held held = Takes.free(client, resource);
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Thread waiter =
        new Thread(() -> end.complete(outcome(client, resource)), "contract-interrupted");
    waiter.setDaemon(true);
    waiter.start();
    assertThatThrownBy(() -> end.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    waiter.interrupt();
    assertThat(end).succeedsWithin(Duration.ofSeconds(5)).isInstanceOf(InterruptedException.class);
    assertThat(held.release()).isTrue();
    Takes.free(client, resource);
  }

  private static Throwable outcome(LockClient client, String resource) {
    try {
      client.acquire(resource, Takes.LONG, Takes.LONG);
      return new AssertionError("The resource was granted although it is held");
    } catch (Exception | AssertionError failure) {
      return failure;
    }
  }

  @Test
  @DisplayName("L3 L13: interrupts at any moment lose no grant")
  default void interruptsLoseNoGrant() throws Exception {
    bench().needs(Capability.WAITING);
    LockClient client = bench().client();
    String resource = bench().name("stormy");
    Interrupted waiters = new Interrupted(client, resource, 6);
    waiters.storm(new Random(42), 300);
    // A grant that nobody knows of would stand for the whole ttl, far longer than this wait.
    LockClient afterwards = bench().client();
    assertThatCode(() -> afterwards.acquire(resource, Takes.LONG, Takes.SOON).release())
        .as("the resource is free after the storm")
        .doesNotThrowAnyException();
  }

  private static FutureTask<Held> start(Callable<Held> work) {
    FutureTask<Held> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "contract-waiter");
    thread.setDaemon(true);
    thread.start();
    return task;
  }
}
