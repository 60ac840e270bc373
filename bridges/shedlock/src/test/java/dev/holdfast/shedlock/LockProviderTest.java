package dev.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What ShedLock's kit does not look at. */
@HoldfastTest
class LockProviderTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Holdfast holdfast;
  private final HoldfastLockProvider provider;

  LockProviderTest(Holdfast holdfast) {
    this.holdfast = holdfast;
    this.provider = HoldfastLockProvider.on(holdfast);
  }

  @Test
  @DisplayName("L1: the resource has the lock's name, and lasts lockAtMostFor by the database")
  void nameAndTtl() {
    lock("nightly", HOUR, Duration.ZERO);
    LeaseInfo info = holdfast.leases().find("nightly").orElseThrow();
    assertThat(left(info)).isBetween(Duration.ofMinutes(55), HOUR);
    assertThat(provider.withPrefix("billing/").lock(config("nightly", HOUR, Duration.ZERO)))
        .isPresent();
    assertThat(holdfast.leases().find("billing/nightly")).isPresent();
  }

  @Test
  @DisplayName(
      "L10: an unlock before lockAtLeastFor leaves the lease until then, also after closing")
  void atLeast(DataSource dataSource) {
    try (Holdfast node = Holdfast.on(dataSource)) {
      HoldfastLockProvider.on(node)
          .lock(config("x", HOUR, Duration.ofMinutes(10)))
          .orElseThrow()
          .unlock();
    }
    assertThat(provider.lock(config("x", HOUR, Duration.ZERO))).isEmpty();
    assertThat(left(holdfast.leases().find("x").orElseThrow()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
  }

  @Test
  @DisplayName("L10: extending sets the new end, not an older or a longer one")
  void extend() {
    SimpleLock lock = lock("x", HOUR, Duration.ZERO);
    assertThat(lock.extend(MINUTE.multipliedBy(10), Duration.ZERO)).isPresent();
    assertThat(left(holdfast.leases().find("x").orElseThrow()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
  }

  @Test
  @DisplayName("L5: a late unlock does not free a successor's lock")
  void lateUnlock(DataSource dataSource) throws Exception {
    SimpleLock late = lock("x", HOUR, Duration.ZERO);
    endIn(dataSource, "0");
    SimpleLock successor = lock("x", HOUR, Duration.ZERO);
    late.unlock();
    assertThat(provider.lock(config("x", HOUR, Duration.ZERO))).isEmpty();
    successor.unlock();
    assertThat(provider.lock(config("x", HOUR, Duration.ZERO))).isPresent();
  }

  @Test
  @DisplayName("C5: a task sees its lease: fence and guard; nobody sees it afterwards")
  void currentLease() throws Throwable {
    assertThat(HoldfastLockProvider.currentLease()).isEmpty();
    var executor = new DefaultLockingTaskExecutor(provider);
    executor.executeWithLock(
        (Runnable)
            () -> {
              LockAssert.assertLocked();
              Lease lease = HoldfastLockProvider.currentLease().orElseThrow();
              assertThat(lease.resource()).isEqualTo("x");
              LockExtender.extendActiveLock(HOUR, Duration.ZERO);
              assertThat(HoldfastLockProvider.currentLease()).contains(lease);
              assertThat(lease.remaining()).isGreaterThan(Duration.ofMinutes(50));
            },
        config("x", MINUTE, Duration.ZERO));
    assertThat(HoldfastLockProvider.currentLease()).isEmpty();
    assertThat(provider.lock(config("x", HOUR, Duration.ZERO))).as("unlocked").isPresent();
  }

  @Test
  @DisplayName("W5: an interrupted task still gives its lock back")
  void interruptedTask() {
    SimpleLock lock = lock("x", HOUR, Duration.ZERO);
    Thread.currentThread().interrupt();
    lock.unlock();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(provider.lock(config("x", HOUR, Duration.ZERO))).isPresent();
  }

  @Test
  @DisplayName("L14: a lockAtMostFor beyond the longest ttl is refused with what to do")
  void tooLong() {
    assertThatThrownBy(() -> provider.lock(config("x", Duration.ofDays(3), Duration.ZERO)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("p_max_ttl");
  }

  @Test
  @DisplayName("L10: ShedLock's keep-alive extends it")
  void keepAlive(DataSource dataSource) throws Exception {
    ByHand scheduler = new ByHand();
    SimpleLock lock =
        new KeepAliveLockProvider(provider, scheduler)
            .lock(config("x", HOUR, Duration.ZERO))
            .orElseThrow();
    endIn(dataSource, "10 minutes");
    scheduler.task().run();
    assertThat(left(holdfast.leases().find("x").orElseThrow()))
        .isGreaterThan(Duration.ofMinutes(50));
    lock.unlock();
    assertThat(provider.lock(config("x", HOUR, Duration.ZERO))).as("unlocked").isPresent();
    scheduler.shutdownNow();
  }

  /** Runs what is scheduled when it is told to. */
  private static final class ByHand extends ScheduledThreadPoolExecutor {

    private @Nullable Runnable task;

    ByHand() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
        Runnable command, long delay, long period, TimeUnit unit) {
      task = command;
      return schedule(() -> {}, 1, TimeUnit.DAYS);
    }

    Runnable task() {
      return Objects.requireNonNull(task, "nothing was scheduled");
    }
  }

  private static void endIn(DataSource dataSource, String time) throws SQLException {
    try (var connection = dataSource.getConnection();
        var statement =
            connection.prepareStatement(
                "update holdfast.lease set locked_until = clock_timestamp() + ?::interval")) {
      statement.setString(1, time);
      statement.execute();
    }
  }

  private SimpleLock lock(String name, Duration atMost, Duration atLeast) {
    Optional<SimpleLock> lock = provider.lock(config(name, atMost, atLeast));
    assertThat(lock).isPresent();
    return lock.orElseThrow();
  }

  private static LockConfiguration config(String name, Duration atMost, Duration atLeast) {
    return new LockConfiguration(ClockProvider.now(), name, atMost, atLeast);
  }

  private static Duration left(LeaseInfo info) {
    return Objects.requireNonNull(info.tenure()).remaining();
  }
}
