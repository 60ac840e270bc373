package dev.holdfast.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.integration.GuideSamples.BothProviders;
import dev.holdfast.lock.HoldfastLocks;
import dev.holdfast.shedlock.HoldfastLockProvider;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockingTaskExecutor.Task;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the guides show does what they say; SamplesTest of core compares the texts. */
@HoldfastTest
class GuidesTest {

  private final LockConfiguration nightly =
      new LockConfiguration(Instant.now(), "task", Duration.ofMinutes(1), Duration.ZERO);

  @Test
  @DisplayName("the samples for ShedLock run")
  void shedLock(Holdfast holdfast, DataSource dataSource) throws Throwable {
    GuideSamples.ShedLock sample = new GuideSamples.ShedLock();
    try (Holdfast made = sample.holdfast(dataSource)) {
      Task task = sample::task;
      new DefaultLockingTaskExecutor(sample.lockProvider(made)).executeWithLock(task, nightly);
    }
    assertThat(holdfast.leases().find("task").orElseThrow().isHeld()).isFalse();
  }

  @Test
  @DisplayName("two lock providers together refuse what either refuses, and leave nothing held")
  void bothProviders(Holdfast holdfast) {
    HoldfastLockProvider old = HoldfastLockProvider.on(holdfast).withPrefix("old/");
    HoldfastLockProvider next = HoldfastLockProvider.on(holdfast);
    BothProviders both = new BothProviders(old, next);
    var held = next.lock(nightly).orElseThrow();
    assertThat(both.lock(nightly)).isEmpty();
    held.unlock();
    var together = both.lock(nightly).orElseThrow();
    assertThat(old.lock(nightly)).isEmpty();
    assertThat(next.lock(nightly)).isEmpty();
    together.unlock();
    assertThat(old.lock(nightly)).isPresent();
    assertThat(next.lock(nightly)).isPresent();
  }

  @Test
  @DisplayName("the samples for Spring Integration and for locks run")
  void locks(Holdfast holdfast) throws Exception {
    var registry = new GuideSamples.Integration7().lockRegistry(holdfast);
    assertThat(new GuideSamples.Integration7().leaderInitiator(registry)).isNotNull();
    var registry6 = new GuideSamples.Integration6().lockRegistry(holdfast);
    HoldfastLocks locks = HoldfastLocks.on(holdfast);
    assertThat(
            GuideSamples.underBoth(
                registry.obtain("a"), locks.lock("b"), () -> registry6.obtain("a").tryLock()))
        .as("another registry's")
        .isFalse();
    GuideSamples.lock(holdfast);
    GuideSamples.tryLock(locks.lock("invoice/7"));
    assertThat(holdfast.leases().find("invoice/7").orElseThrow().isHeld()).isFalse();
  }
}
