package dev.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.testkit.contract.LockClient.Held;
import dev.holdfast.testkit.process.ChildJvm;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Holders that share nothing but the lock, that die, and that stand still without knowing it. */
public interface ProcessContract {

  /** What the test works with. */
  ContractBench bench();

  @Test
  @DisplayName("L3: what one process holds another is refused, and gets after the release")
  default void oneHolderAmongProcesses() throws Exception {
    Worker worker = bench().worker();
    LockClient here = bench().client();
    String resource = bench().name("shared");
    assertThat(worker.tryAcquire(resource, Takes.LONG)).isTrue();
    assertThat(here.tryAcquire(resource, Takes.LONG)).isEmpty();
    assertThat(worker.release()).isTrue();
    Takes.free(here, resource);
    assertThat(worker.tryAcquire(resource, Takes.LONG)).isFalse();
  }

  @Test
  @DisplayName("L13: what a killed process held is taken over after its time, not before")
  default void killedHolder() throws Exception {
    bench().needs(Capability.EXPIRY);
    Worker worker = bench().worker();
    LockClient here = bench().client();
    String resource = bench().name("orphan");
    long start = System.nanoTime();
    assertThat(worker.tryAcquire(resource, Takes.SHORT)).isTrue();
    worker.process().kill();
    Takes.afterExpiry(here, resource);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("time until the takeover")
        .isGreaterThanOrEqualTo(Takes.SHORT);
  }

  @Test
  @DisplayName("L5 L12: a process stopped for longer than its time wakes up without the lock")
  default void stoppedHolder() throws Exception {
    bench().needs(Capability.EXPIRY);
    assumeTrue(ChildJvm.canStop(), "processes can't be stopped here");
    Worker worker = bench().worker();
    LockClient here = bench().client();
    String resource = bench().name("sleeper");
    assertThat(worker.tryAcquire(resource, Takes.SHORT)).isTrue();
    worker.process().stop();
    Held next = Takes.afterExpiry(here, resource);
    worker.process().cont();
    assertThat(worker.isHeld()).as("it believes to hold the lock").isFalse();
    assertThat(worker.release()).as("its release").isFalse();
    assertThat(here.tryAcquire(resource, Takes.LONG)).as("the successor has it").isEmpty();
    assertThat(next.release()).isTrue();
  }

  @Test
  @DisplayName("L7: a stopped process wakes up and writes through the guard: nothing of it lands")
  default void stoppedHolderCannotWrite() throws Exception {
    bench().needs(Capability.EXPIRY, Capability.GUARDED_WRITES);
    assumeTrue(ChildJvm.canStop(), "processes can't be stopped here");
    Worker worker = bench().worker();
    LockClient here = bench().client();
    String resource = bench().name("zombie");
    String counter = bench().name("counter");
    assertThat(worker.tryAcquire(resource, Takes.SHORT)).isTrue();
    worker.process().stop();
    Held next = Takes.afterExpiry(here, resource);
    assertThat(next.guardedIncrement(counter)).isTrue();
    worker.process().cont();
    assertThat(worker.guardedIncrement(counter)).as("the zombie's write").isFalse();
    assertThat(here.read(counter)).isEqualTo(1);
    assertThat(next.isHeld()).isTrue();
  }
}
