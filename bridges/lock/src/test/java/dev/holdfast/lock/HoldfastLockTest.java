package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@HoldfastTest
@SuppressWarnings("LockNotBeforeTry") // each step is looked at by itself
class HoldfastLockTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Holdfast holdfast;
  private final HoldfastLocks locks;
  private final HoldfastLock lock;

  HoldfastLockTest(Holdfast holdfast) {
    this.holdfast = holdfast;
    this.locks = HoldfastLocks.on(holdfast);
    this.lock = locks.lock("x");
  }

  @Test
  @DisplayName("L3: a thread may lock again what it holds; the last unlock gives it back")
  void reentrant() throws Exception {
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    assertThat(locks.lock("x").tryLock(1, TimeUnit.MINUTES)).as("another object").isTrue();
    lock.lockInterruptibly();
    assertThat(lock.holdCount()).isEqualTo(4);
    for (int i = 0; i < 3; i++) {
      lock.unlock();
      assertThat(Elsewhere.tryLock(lock)).as("after unlock %d", i + 1).isFalse();
      assertThat(lock.isHeldByCurrentThread()).isTrue();
    }
    lock.unlock();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThat(Elsewhere.tryLock(lock)).isTrue();
    assertThat(lock.tryLock()).isFalse();
  }

  @Test
  @DisplayName("L3: the lock has its name, and other names are other locks")
  void name() {
    lock.lock();
    assertThat(holdfast.leases().tryAcquire("x")).isEmpty();
    assertThat(holdfast.leases().tryAcquire("y")).isPresent();
    assertThat(lock.lease().resource()).isEqualTo("x");
    assertThat(lock).isEqualTo(locks.lock("x")).isNotEqualTo(locks.lock("y"));
  }

  @Test
  @DisplayName("L3: another HoldfastLocks is another owner, even in the same thread")
  void otherOwner(DataSource dataSource) {
    lock.lock();
    assertThat(HoldfastLocks.on(holdfast).lock("x").tryLock()).isFalse();
    try (Holdfast other = Holdfast.on(dataSource)) {
      assertThat(HoldfastLocks.on(other).lock("x").tryLock()).isFalse();
    }
  }

  @Test
  @DisplayName("L5: who does not hold it can't unlock it, and is told what to do")
  void foreignUnlock() throws Exception {
    lock.lock();
    assertThatThrownBy(() -> Elsewhere.call(HoldfastLockTest.this::unlockAndFail))
        .hasRootCauseExactlyInstanceOf(IllegalMonitorStateException.class)
        .rootCause()
        .hasMessageContainingAll("elsewhere", "x", "in the thread that locked it");
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(Elsewhere.tryLock(lock)).isFalse();
    lock.unlock();
    assertThatThrownBy(lock::unlock).isExactlyInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(lock::lease).isExactlyInstanceOf(IllegalMonitorStateException.class);
  }

  private boolean unlockAndFail() {
    lock.unlock();
    return true;
  }

  @Test
  @DisplayName("L5: unlocking a lost lock says that the exclusion was broken, and harms nobody")
  void lostAtUnlock(DataSource dataSource) throws Exception {
    lock.lock();
    expireAll(dataSource);
    assertThat(Elsewhere.tryLock(lock)).as("taken over").isTrue();
    assertThatThrownBy(lock::unlock)
        .isInstanceOfSatisfying(
            LockLostException.class,
            lost -> {
              assertThat(lost.resource()).isEqualTo("x");
              assertThat(lost.fence()).isEqualTo(1);
            })
        .hasMessageContainingAll("another holder may have worked", "guard");
    assertThat(lock.tryLock()).as("the successor has it still").isFalse();
    assertThat(lock.holdCount()).isZero();
  }

  @Test
  @DisplayName("L10: a lost lock is not entered again before the outer unlock")
  void lostAtEntry() throws Exception {
    lock.lock(Duration.ofMillis(300));
    assertThat(Elsewhere.call(() -> lock.tryLock(1, TimeUnit.MINUTES))).isTrue();
    Eventually.holds("it is known here", MINUTE, () -> !lock.isHeldByCurrentThread());
    assertThatThrownBy(lock::tryLock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(lock::lock).isInstanceOf(LockLostException.class);
    assertThat(lock.holdCount()).isEqualTo(1);
    assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
    assertThat(lock.tryLock()).as("begun anew, and the successor has it").isFalse();
  }

  @Test
  @DisplayName("L10: a lock with a ttl ends with it; one without is renewed")
  void ttl() throws Exception {
    HoldfastLocks quick =
        HoldfastLocks.on(holdfast, HoldfastLocks.defaults().withTtl(Duration.ofSeconds(4)));
    HoldfastLock renewed = quick.lock("renewed");
    renewed.lock();
    assertThat(lock.tryLock(Duration.ZERO, Duration.ofSeconds(6))).isTrue();
    assertThat(Elsewhere.call(() -> lock.tryLock(1, TimeUnit.MINUTES))).as("ended").isTrue();
    assertThat(Elsewhere.tryLock(renewed)).isFalse();
    renewed.unlock();
  }

  @Test
  @DisplayName("L10: entering again with a ttl makes the lock last that long")
  void lengthened() {
    lock.lock(MINUTE);
    lock.lock(Duration.ofMinutes(30));
    assertThat(lock.lease().remaining()).isGreaterThan(Duration.ofMinutes(25));
    lock.lock(MINUTE);
    assertThat(lock.lease().remaining()).isGreaterThan(Duration.ofMinutes(25));
  }

  @Test
  @DisplayName("L2 W4: every wait ends: false from tryLock, who holds it from lock")
  void boundedWaits() throws Exception {
    lock.lock();
    assertThat(Elsewhere.call(() -> lock.tryLock(200, TimeUnit.MILLISECONDS))).isFalse();
    assertThat(Elsewhere.call(() -> lock.tryLock(-1, TimeUnit.DAYS))).isFalse();
    HoldfastLock hasty =
        HoldfastLocks.on(holdfast, HoldfastLocks.defaults().withWait(Duration.ofMillis(200)))
            .lock("x");
    assertThatThrownBy(hasty::lock).isInstanceOf(LeaseHeldException.class);
    lock.unlock();
    assertThat(lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
  }

  @Test
  @DisplayName("L4: conditions are refused with what to use instead")
  void noConditions() {
    assertThatThrownBy(lock::newCondition)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("claims()");
  }

  @Test
  @DisplayName("C5: the lease's guard keeps a lost holder from committing")
  void guard(DataSource dataSource) throws Exception {
    lock.lock();
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      lock.lease().guard(connection);
      connection.commit();
      expireAll(dataSource);
      assertThatThrownBy(() -> lock.lease().guard(connection))
          .isInstanceOf(dev.holdfast.LeaseLostException.class);
    }
  }

  private static void expireAll(DataSource dataSource) throws Exception {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("update holdfast.lease set locked_until = clock_timestamp()");
    }
  }
}
