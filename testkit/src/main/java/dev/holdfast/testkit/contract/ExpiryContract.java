package dev.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.contract.LockClient.Held;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A lock whose time is over is the next caller's, and its old holder can harm nobody. */
public interface ExpiryContract {

  /** What the test works with. */
  ContractBench bench();

  @Test
  @DisplayName("L6: an expired lock is taken over by the next caller, not before its time")
  default void takenOverAfterItsTime() throws Exception {
    bench().needs(Capability.EXPIRY);
    String resource = bench().name("expiring");
    long start = System.nanoTime();
    Held old = Takes.free(bench().client(), resource, Takes.SHORT);
    Held next = Takes.afterExpiry(bench().client(), resource);
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    assertThat(taken).as("time until the takeover").isGreaterThanOrEqualTo(Takes.SHORT);
    assertThat(old.isHeld()).as("the old holder believes that it holds").isFalse();
    assertThat(next.isHeld()).isTrue();
  }

  @Test
  @DisplayName("L12: the holder stops believing by itself, when its time is over")
  default void stopsBelieving() throws Exception {
    bench().needs(Capability.EXPIRY);
    LockClient client = bench().client();
    long start = System.nanoTime();
    Held held = Takes.free(client, bench().name("doubt"), Takes.SHORT);
    long latest = System.nanoTime() + Takes.SHORT.toNanos();
    assertThat(held.isHeld()).isTrue();
    Takes.waitUntil(latest);
    assertThat(held.isHeld())
        .as("held %d ms after the call began", (System.nanoTime() - start) / 1_000_000)
        .isFalse();
  }

  @Test
  @DisplayName("L5: a late release harms nobody and says so")
  default void lateRelease() throws Exception {
    bench().needs(Capability.EXPIRY);
    LockClient one = bench().client();
    LockClient two = bench().client();
    String resource = bench().name("late");
    Held old = Takes.free(one, resource, Takes.SHORT);
    Held next = Takes.afterExpiry(two, resource);
    assertThat(old.release()).as("the late release").isFalse();
    assertThat(one.tryAcquire(resource, Takes.LONG)).as("the successor still has it").isEmpty();
    assertThat(next.isHeld()).isTrue();
    assertThat(next.release()).isTrue();
  }

  @Test
  @DisplayName("L7: the fence rises over an expiry, a takeover and a release")
  default void fenceRisesOverExpiry() throws Exception {
    bench().needs(Capability.EXPIRY, Capability.FENCING);
    LockClient one = bench().client();
    LockClient two = bench().client();
    String resource = bench().name("fenced");
    Held first = Takes.free(one, resource, Takes.SHORT);
    Held second = Takes.afterExpiry(two, resource);
    second.release();
    Held third = Takes.free(one, resource);
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThat(third.fence()).isGreaterThan(second.fence());
  }
}
