package dev.holdfast.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.HoldfastLocks;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.integration.support.locks.DistributedLock;

/** The cases that a user of JdbcLockRegistry relies on. */
@HoldfastTest
@SuppressWarnings("LockNotBeforeTry") // each step is looked at by itself
class LockRegistryTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Holdfast holdfast;
  private final HoldfastLockRegistry registry;

  LockRegistryTest(Holdfast holdfast) {
    this.holdfast = holdfast;
    this.registry = HoldfastLockRegistry.on(holdfast);
  }

  @Test
  @DisplayName("L3: one key is one lock, reentrant, whichever object obtain gave")
  void reentrant() throws Exception {
    DistributedLock lock = registry.obtain("foo");
    assertThat(registry.obtain("foo")).isEqualTo(lock).hasSameHashCodeAs(lock);
    assertThat(registry.obtain("bar")).isNotEqualTo(lock);
    lock.lock();
    registry.obtain("foo").lockInterruptibly();
    assertThat(lock.tryLock()).isTrue();
    for (int i = 0; i < 3; i++) {
      assertThat(Elsewhere.isFree(lock)).as("with %d unlocks", i).isFalse();
      lock.unlock();
    }
    assertThat(Elsewhere.isFree(lock)).isTrue();
  }

  @Test
  @DisplayName("L3: registries of two processes exclude each other by the key; prefixes are apart")
  void twoRegistries(DataSource dataSource) {
    try (Holdfast other = Holdfast.on(dataSource)) {
      HoldfastLockRegistry second = HoldfastLockRegistry.on(other);
      registry.obtain("foo").lock();
      assertThat(holdfast.leases().find("registry/foo")).isPresent();
      assertThat(second.obtain("foo").tryLock()).isFalse();
      assertThat(second.obtain("bar").tryLock()).isTrue();
      assertThat(second.withPrefix("region-2/").obtain("foo").tryLock()).isTrue();
      registry.obtain("foo").unlock();
      assertThat(second.obtain("foo").tryLock()).isTrue();
    }
  }

  @Test
  @DisplayName("L3: a waiter of another registry gets it at the unlock, and with time and without")
  void handOver(DataSource dataSource) throws Exception {
    try (Holdfast other = Holdfast.on(dataSource)) {
      DistributedLock theirs = HoldfastLockRegistry.on(other).obtain("foo");
      DistributedLock ours = registry.obtain("foo");
      ours.lock();
      assertThat(Elsewhere.call(() -> theirs.tryLock(100, TimeUnit.MILLISECONDS))).isFalse();
      ours.unlock();
      assertThat(Elsewhere.call(() -> theirs.tryLock(1, TimeUnit.MINUTES))).isTrue();
    }
  }

  @Test
  @DisplayName("L5: only the thread that locked unlocks")
  void foreignUnlock() throws Exception {
    DistributedLock lock = registry.obtain("foo");
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    lock.lock();
    assertThatThrownBy(
            () ->
                Elsewhere.call(
                    () -> {
                      lock.unlock();
                      return true;
                    }))
        .hasCauseInstanceOf(IllegalMonitorStateException.class);
    assertThat(Elsewhere.isFree(lock)).isFalse();
    lock.unlock();
  }

  @Test
  @DisplayName("L5: unlocking what expired says so as JdbcLockRegistry does, and harms nobody")
  void lost(DataSource dataSource) throws Exception {
    DistributedLock lock = registry.obtain("foo");
    lock.lock();
    expireAll(dataSource);
    assertThat(Elsewhere.call(() -> lock.tryLock(MINUTE, MINUTE))).as("taken over").isTrue();
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(ConcurrentModificationException.class)
        .hasMessageContaining("another holder may have worked");
    assertThat(lock.tryLock()).as("the successor's").isFalse();
  }

  @Test
  @DisplayName("L10: a lock with a ttl ends with it, unless it is renewed")
  void ttlAndRenewal() throws Exception {
    DistributedLock lock = registry.obtain("foo");
    lock.lock(MINUTE);
    registry.renewLock("foo", Duration.ofMinutes(30));
    assertThat(registry.lease("foo").remaining()).isGreaterThan(Duration.ofMinutes(25));
    registry.renewLock("foo");
    assertThat(registry.lease("foo").ttl()).isEqualTo(Duration.ofMinutes(30));
    lock.unlock();
    lock.lock(Duration.ofMillis(300));
    assertThat(Elsewhere.call(() -> lock.tryLock(1, TimeUnit.MINUTES))).isTrue();
    assertThatThrownBy(() -> registry.renewLock("foo", MINUTE))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(lock::unlock).isInstanceOf(ConcurrentModificationException.class);
  }

  @Test
  @DisplayName("L10: who does not hold a lock can't renew it")
  void foreignRenewal() throws Exception {
    registry.obtain("foo").lock();
    assertThatThrownBy(() -> registry.renewLock("bar"))
        .isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(
            () ->
                Elsewhere.call(
                    () -> {
                      registry.renewLock("foo");
                      return true;
                    }))
        .hasCauseInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  @DisplayName("L10: without a ttl a lock renews itself, with no task scheduler")
  void renewsItself() throws Exception {
    HoldfastLockRegistry quick =
        HoldfastLockRegistry.on(holdfast, HoldfastLocks.defaults().withTtl(Duration.ofSeconds(4)));
    DistributedLock lock = quick.obtain("foo");
    lock.lock();
    registry.obtain("clock").lock(Duration.ofSeconds(6));
    assertThat(Elsewhere.call(() -> registry.obtain("clock").tryLock(1, TimeUnit.MINUTES)))
        .as("six seconds are over")
        .isTrue();
    assertThat(Elsewhere.isFree(lock)).isFalse();
    lock.unlock();
  }

  @Test
  @DisplayName("L2: executeLocked runs under the lock, and says when it was not to be had in time")
  void executeLocked() throws Exception {
    boolean free = registry.executeLocked("foo", () -> Elsewhere.isFree(registry.obtain("foo")));
    assertThat(free).isFalse();
    assertThat(Elsewhere.isFree(registry.obtain("foo"))).isTrue();
    Elsewhere.call(() -> registry.obtain("foo").tryLock());
    assertThatThrownBy(
            () -> registry.executeLocked("foo", Duration.ofMillis(50), () -> "not reached"))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  @DisplayName("L14: any key will do: long ones and odd ones are named by their digest")
  void oddKeys() throws Exception {
    for (Object key : new Object[] {"k".repeat(2_000), "line\nbreak", 42, "ünïcode/ä"}) {
      registry.obtain(key).lock();
      assertThat(Elsewhere.isFree(registry.obtain(key))).as("%s", key).isFalse();
      registry.obtain(key).unlock();
      assertThat(Elsewhere.isFree(registry.obtain(key))).as("%s", key).isTrue();
    }
    registry.obtain("k".repeat(2_000)).lock();
    assertThat(Elsewhere.isFree(registry.obtain("k".repeat(2_001)))).isTrue();
    assertThat(registry.lease("k".repeat(2_000)).resource()).startsWith("registry/sha256/");
  }

  @Test
  @DisplayName("L4: expiring unused locks leaves those in use, and conditions are refused")
  void theRest() throws Exception {
    DistributedLock lock = registry.obtain("foo");
    lock.lock();
    registry.expireUnusedOlderThan(0);
    assertThat(Elsewhere.isFree(lock)).isFalse();
    lock.unlock();
    assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
  }

  private static void expireAll(DataSource dataSource) throws Exception {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("update holdfast.lease set locked_until = clock_timestamp()");
    }
  }
}
