package dev.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.contract.LockClient.Held;
import dev.holdfast.testkit.proxy.TcpProxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the network does to a call must not give a resource to two, or to nobody. */
public interface NetworkContract {

  /** What the test works with. */
  ContractBench bench();

  @Test
  @DisplayName("L13: the lost answer to an acquire gives the resource to one or to nobody for long")
  default void lostAnswerToAcquire() throws Exception {
    bench().needs(Capability.EXPIRY);
    TcpProxy proxy = bench().proxy();
    LockClient far = bench().clientVia(proxy);
    LockClient near = bench().client();
    String resource = bench().name("lost acquire");
    assertThat(Takes.free(far, bench().name("warm-up")).release()).isTrue();

    CompletableFuture<Void> lost = proxy.swallowNextAnswerThenCut();
    FutureTask<Optional<Held>> asking = inBackground(() -> far.tryAcquire(resource, Takes.SHORT));
    lost.get(Takes.SOON.toSeconds(), TimeUnit.SECONDS);
    proxy.heal();

    Optional<Held> answer = outcome(asking);
    Optional<Held> rival = near.tryAcquire(resource, Takes.LONG);
    // Asked after the rival's grant: whoever believes now, believes at the same time as the rival.
    if (answer.isPresent() && rival.isPresent()) {
      assertThat(answer.get().isHeld()).as("both believe to hold it").isFalse();
    }
    Held next = rival.isPresent() ? rival.get() : Takes.afterExpiry(near, resource);
    assertThat(answer.map(Held::isHeld)).as("held twice").isNotEqualTo(Optional.of(true));
    if (bench().claims(Capability.FENCING) && answer.isPresent()) {
      assertThat(next.fence()).isGreaterThan(answer.get().fence());
    }
  }

  @Test
  @DisplayName("L5 L13: the lost answer to a release harms no successor")
  default void lostAnswerToRelease() throws Exception {
    bench().needs(Capability.EXPIRY);
    TcpProxy proxy = bench().proxy();
    LockClient far = bench().clientVia(proxy);
    LockClient near = bench().client();
    String resource = bench().name("lost release");
    Held held = Takes.free(far, resource, Takes.SHORT);

    CompletableFuture<Void> lost = proxy.swallowNextAnswerThenCut();
    FutureTask<Optional<Boolean>> releasing = inBackground(() -> Optional.of(held.release()));
    lost.get(Takes.SOON.toSeconds(), TimeUnit.SECONDS);
    proxy.heal();
    outcome(releasing);

    Held next = Takes.afterExpiry(near, resource);
    assertThat(outcome(inBackground(() -> Optional.of(held.release()))))
        .as("a release of what is another's now")
        .isNotEqualTo(Optional.of(true));
    assertThat(near.tryAcquire(resource, Takes.LONG)).as("the successor has it").isEmpty();
    assertThat(next.release()).isTrue();
  }

  @Test
  @DisplayName("L10 L12: behind a silent network a holder stops believing when its time is over")
  default void silentNetwork() throws Exception {
    bench().needs(Capability.EXPIRY);
    TcpProxy proxy = bench().proxy();
    LockClient far = bench().clientVia(proxy);
    LockClient near = bench().client();
    String resource = bench().name("silent");
    Held held = Takes.free(far, resource, Takes.SHORT);
    proxy.halfOpen();
    Held next = Takes.afterExpiry(near, resource);
    assertThat(held.isHeld()).as("held behind a silent network").isFalse();
    assertThat(next.isHeld()).isTrue();
    proxy.heal();
    Eventually.yields(
        "the client behind the network takes locks again",
        Duration.ofSeconds(60),
        () -> outcome(inBackground(() -> far.tryAcquire(bench().name("healed"), Takes.LONG))));
  }

  private static <T> FutureTask<T> inBackground(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "contract-network");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  // A failure is a fair answer to a broken network; no answer at all is not.
  private static <T> Optional<T> outcome(FutureTask<Optional<T>> call) throws Exception {
    try {
      return call.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      return Optional.empty();
    }
  }
}
