package dev.holdfast.integration;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.lock.HoldfastLock;
import dev.holdfast.lock.HoldfastLocks;
import dev.holdfast.shedlock.HoldfastLockProvider;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;

/** What docs/guide/bridges.md and the migration guides show; {@link GuidesTest} runs it. */
final class GuideSamples {

  static final class ShedLock {

    @Bean(destroyMethod = "close")
    Holdfast holdfast(DataSource dataSource) {
      return Holdfast.on(dataSource);
    }

    @Bean
    LockProvider lockProvider(Holdfast holdfast) {
      return HoldfastLockProvider.on(holdfast);
    }

    void task() throws SQLException {
      Lease lease = HoldfastLockProvider.currentLease().orElseThrow();
      lease.inTransaction(tx -> book(tx.connection())); // a node that lost the lock can't commit
    }
  }

  /** For the time of a switch: a node that has both excludes the old ones and the new ones. */
  record BothProviders(LockProvider old, LockProvider next) implements LockProvider {

    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
      Optional<SimpleLock> first = old.lock(configuration);
      Optional<SimpleLock> second = first.flatMap(lock -> next.lock(configuration));
      if (second.isEmpty()) {
        first.ifPresent(SimpleLock::unlock);
        return Optional.empty();
      }
      return Optional.of(
          () -> {
            second.get().unlock();
            first.get().unlock();
          });
    }
  }

  static final class Integration7 {

    @Bean
    LockRegistry<DistributedLock> lockRegistry(Holdfast holdfast) {
      return HoldfastLockRegistry.on(holdfast);
    }

    @Bean
    LockRegistryLeaderInitiator leaderInitiator(LockRegistry<DistributedLock> lockRegistry) {
      return new LockRegistryLeaderInitiator(lockRegistry);
    }
  }

  @SuppressWarnings("rawtypes") // as 6.5 has it
  static final class Integration6 {

    @Bean
    LockRegistry lockRegistry(Holdfast holdfast) {
      return HoldfastLockRegistry6.on(holdfast);
    }
  }

  /** For the time of a switch, in this order everywhere. */
  static <T> T underBoth(Lock old, Lock next, Callable<T> work) throws Exception {
    old.lock();
    try {
      next.lock();
      try {
        return work.call();
      } finally {
        next.unlock();
      }
    } finally {
      old.unlock();
    }
  }

  static void lock(Holdfast holdfast) throws SQLException {
    HoldfastLocks locks = HoldfastLocks.on(holdfast); // one a process

    HoldfastLock lock = locks.lock("invoice/7");
    lock.lock();
    try {
      lock.lease().inTransaction(tx -> book(tx.connection()));
    } finally {
      lock.unlock();
    }
  }

  static void tryLock(HoldfastLock lock) throws InterruptedException {
    if (lock.tryLock(Duration.ofSeconds(5), Duration.ofSeconds(30))) { // wait, then end after 30 s
      try {
        long fence = lock.lease().fence(); // for a system outside: it refuses lower ones
        send(fence);
      } finally {
        lock.unlock();
      }
    }
  }

  private GuideSamples() {}

  private static int book(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("create table if not exists booked ()")) {
      return insert.executeUpdate();
    }
  }

  private static void send(long fence) {
    if (fence < 1) {
      throw new IllegalArgumentException("a fence is 1 or more, not " + fence);
    }
  }
}
