package dev.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.contract.LockClient.Held;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A write through the guard lands while the lock is held and never after it was lost. */
public interface GuardContract {

  /** What the test works with. */
  ContractBench bench();

  @Test
  @DisplayName("L7: a guarded write of the holder lands")
  default void holderWrites() throws Exception {
    bench().needs(Capability.GUARDED_WRITES);
    LockClient client = bench().client();
    String counter = bench().name("counter");
    Held held = Takes.free(client, bench().name("guarded"));
    assertThat(held.guardedIncrement(counter)).isTrue();
    assertThat(held.guardedIncrement(counter)).isTrue();
    assertThat(client.read(counter)).isEqualTo(2);
  }

  @Test
  @DisplayName("L7: a guarded write after a takeover is refused, nothing of it lands")
  default void oldHolderCannotWrite() throws Exception {
    bench().needs(Capability.GUARDED_WRITES, Capability.EXPIRY);
    LockClient one = bench().client();
    LockClient two = bench().client();
    String resource = bench().name("guarded");
    String counter = bench().name("counter");
    Held old = Takes.free(one, resource, Takes.SHORT);
    Held next = Takes.afterExpiry(two, resource);
    assertThat(next.guardedIncrement(counter)).isTrue();
    assertThat(old.guardedIncrement(counter)).as("the old holder's write").isFalse();
    assertThat(two.read(counter)).isEqualTo(1);
  }

  @Test
  @DisplayName("L7: a guarded write after the release is refused, taken by another or not")
  default void releasedHolderCannotWrite() throws Exception {
    bench().needs(Capability.GUARDED_WRITES);
    LockClient client = bench().client();
    String resource = bench().name("guarded");
    String counter = bench().name("counter");
    Held old = Takes.free(client, resource);
    assertThat(old.release()).isTrue();
    assertThat(old.guardedIncrement(counter)).as("a write after the release").isFalse();
    Held next = Takes.free(client, resource);
    assertThat(old.guardedIncrement(counter)).as("a write after the next grant").isFalse();
    assertThat(next.guardedIncrement(counter)).isTrue();
    assertThat(client.read(counter)).isEqualTo(1);
  }

  @Test
  @DisplayName("L7: guarded writes of one holder, from many threads, all land once")
  default void manyGuardedWrites() throws Exception {
    bench().needs(Capability.GUARDED_WRITES);
    LockClient client = bench().client();
    String counter = bench().name("counter");
    Held held = Takes.free(client, bench().name("guarded"));
    Threads.run(
        4,
        Duration.ofSeconds(60),
        thread -> {
          for (int i = 0; i < 10; i++) {
            assertThat(held.guardedIncrement(counter)).isTrue();
          }
        });
    assertThat(client.read(counter)).isEqualTo(40);
  }
}
