package dev.holdfast.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** Runs with Spring Integration 6.5 on the class path, though compiled against 7. */
@HoldfastTest
@SuppressWarnings("LockNotBeforeTry") // each step is looked at by itself
class Registry6Test {

  private final HoldfastLockRegistry6 registry;
  private final BlockingQueue<String> news = new LinkedBlockingQueue<>();

  Registry6Test(Holdfast holdfast) {
    this.registry = HoldfastLockRegistry6.on(holdfast);
  }

  @Test
  @DisplayName("L3: this is Spring Integration 6.5, which has no DistributedLock")
  void is65() {
    assertThatThrownBy(
            () -> Class.forName("org.springframework.integration.support.locks.DistributedLock"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  @DisplayName("L3: a registry for 6.5 locks, enters again, unlocks, renews")
  void locks(DataSource dataSource) throws Exception {
    Lock lock = registry.obtain("foo");
    lock.lock();
    registry.obtain("foo").lock();
    registry.renewLock("foo");
    registry.renewLock("foo", Duration.ofMinutes(10));
    lock.unlock();
    try (Holdfast other = Holdfast.on(dataSource)) {
      assertThat(HoldfastLockRegistry6.on(other).obtain("foo").tryLock()).isFalse();
      lock.unlock();
      assertThat(HoldfastLockRegistry6.on(other).obtain("foo").tryLock()).isTrue();
    }
  }

  @Test
  @DisplayName("L5: a lost lock says so with 6.5 too")
  void lost(Holdfast holdfast) {
    Lock lock = registry.obtain("foo");
    lock.lock();
    holdfast.leases().forceRelease("registry/foo", registry.lease("foo").fence(), "a test");
    assertThatThrownBy(lock::unlock).isInstanceOf(ConcurrentModificationException.class);
  }

  @Test
  @DisplayName("L13: leader election runs on 6.5")
  void leads() throws Exception {
    LockRegistryLeaderInitiator leader =
        new LockRegistryLeaderInitiator(registry, new Leaders.Role(news::add));
    leader.start();
    assertThat(news.poll(60, TimeUnit.SECONDS)).isEqualTo("granted");
    leader.stop();
    assertThat(news.poll(60, TimeUnit.SECONDS)).isEqualTo("revoked");
  }
}
