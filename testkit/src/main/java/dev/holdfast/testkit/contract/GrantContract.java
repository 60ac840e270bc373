package dev.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.contract.LockClient.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One holder at a time; a release ends it; fences rise. */
public interface GrantContract {

  /** What the test works with. */
  ContractBench bench();

  @Test
  @DisplayName("L2 L3: a resource that is held is refused at once, another one is not")
  default void refusesWhatIsHeld() throws Exception {
    LockClient one = bench().client();
    LockClient two = bench().client();
    String resource = bench().name("held");
    Held held = Takes.free(one, resource);
    assertThat(held.isHeld()).isTrue();
    assertThat(two.tryAcquire(resource, Takes.LONG)).as("another client").isEmpty();
    assertThat(one.tryAcquire(resource, Takes.LONG)).as("the same client").isEmpty();
    assertThat(two.tryAcquire(bench().name("other"), Takes.LONG)).isPresent();
  }

  @Test
  @DisplayName("L3: names that look alike are different resources")
  default void tellsNamesApart() throws Exception {
    LockClient client = bench().client();
    String plain = bench().name("invoice/7");
    for (String name :
        List.of(plain, plain + " ", plain + "'", plain + "%", plain + "/ü", plain + "0")) {
      assertThat(client.tryAcquire(name, Takes.LONG)).as("resource <%s>", name).isPresent();
    }
  }

  @Test
  @DisplayName("L3: among many threads, clients and resources each has one holder at a time")
  default void oneHolderAmongThreads() throws Exception {
    int resources = 4;
    AtomicIntegerArray holders = new AtomicIntegerArray(resources);
    AtomicInteger grants = new AtomicInteger();
    List<LockClient> clients = List.of(bench().client(), bench().client());
    Threads.run(
        16,
        Duration.ofSeconds(60),
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < 100; i++) {
            int r = random.nextInt(resources);
            Optional<Held> held =
                clients.get(thread % 2).tryAcquire(bench().name("r" + r), Takes.LONG);
            if (held.isPresent()) {
              assertThat(holders.incrementAndGet(r)).as("holders of resource %d", r).isEqualTo(1);
              LockSupport.parkNanos(1_000);
              holders.decrementAndGet(r);
              grants.incrementAndGet();
              assertThat(held.get().release()).isTrue();
            }
          }
        });
    assertThat(grants.get()).as("grants").isGreaterThan(resources);
  }

  @Test
  @DisplayName("L5: a release frees the resource at once; a second release says that it was late")
  default void releases() throws Exception {
    LockClient one = bench().client();
    LockClient two = bench().client();
    String resource = bench().name("released");
    Held held = Takes.free(one, resource);
    assertThat(held.release()).isTrue();
    assertThat(held.isHeld()).isFalse();
    Held next = Takes.free(two, resource);
    assertThat(held.release()).as("a second release").isFalse();
    assertThat(one.tryAcquire(resource, Takes.LONG)).as("the next holder is unharmed").isEmpty();
    assertThat(next.release()).isTrue();
  }

  @Test
  @DisplayName("L5: another thread may release")
  default void releasedByAnotherThread() throws Exception {
    LockClient client = bench().client();
    String resource = bench().name("handed over");
    Held held = Takes.free(client, resource);
    Threads.run(1, Takes.SOON, thread -> assertThat(held.release()).isTrue());
    Takes.free(client, resource);
  }

  @Test
  @DisplayName("L7: the fence rises with every grant, whoever gets it")
  default void fencesRise() throws Exception {
    bench().needs(Capability.FENCING);
    List<LockClient> clients = List.of(bench().client(), bench().client());
    String resource = bench().name("fenced");
    List<Long> fences = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Held held = Takes.free(clients.get(i % 2), resource);
      fences.add(held.fence());
      assertThat(held.release()).isTrue();
    }
    assertThat(fences).isSorted().doesNotHaveDuplicates();
  }
}
