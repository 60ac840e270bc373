package dev.holdfast.testkit.holdfast;

import dev.holdfast.DeadlineExceededException;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.WaitInterruptedException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.testkit.contract.Capability;
import dev.holdfast.testkit.contract.LockClient;
import dev.holdfast.testkit.contract.LockClientFactory;
import dev.holdfast.testkit.sqllock.Counters;
import dev.holdfast.testkit.sqllock.SqlLockConfig;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Holdfast's leases as the contract suite wants to see them. */
final class HoldfastLock implements LockClient {
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final int MOST_ATTEMPTS = 200;

  private final Holdfast holdfast;
  private final Counters counters;

  private HoldfastLock(SqlLockConfig config) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(config.lockUrl());
    this.holdfast = Holdfast.on(source);
    this.counters = new Counters(config.counterUrl());
  }

  /** Makes {@link HoldfastLock}s. */
  static final class Factory implements LockClientFactory {
    @Override
    public LockClient open(String config) {
      return new HoldfastLock(SqlLockConfig.parse(config));
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.allOf(Capability.class);
    }
  }

  @Override
  public Optional<LockClient.Held> tryAcquire(String resource, Duration ttl) {
    return holdfast.leases().tryAcquire(resource, options(ttl)).map(Granted::new);
  }

  @Override
  public LockClient.Held acquire(String resource, Duration ttl, Duration wait) throws Exception {
    try {
      return new Granted(holdfast.leases().acquire(resource, options(ttl).withWait(wait)));
    } catch (LeaseHeldException e) {
      throw (TimeoutException) new TimeoutException(e.getMessage()).initCause(e);
    } catch (WaitInterruptedException e) {
      throw interrupted(e);
    }
  }

  private static LeaseOptions options(Duration ttl) {
    return LeaseOptions.defaults().withTtl(ttl).withoutAutoRenew();
  }

  private static InterruptedException interrupted(WaitInterruptedException e) {
    // Holdfast leaves the flag set; the contract wants the exception instead.
    Thread.interrupted();
    return (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
  }

  @Override
  public long read(String counter) throws SQLException {
    return counters.read(counter);
  }

  @Override
  public void write(String counter, long value) throws SQLException {
    counters.write(counter, value);
  }

  @Override
  public void close() {
    holdfast.close();
    counters.close();
  }

  private record Granted(Lease lease) implements LockClient.Held {
    @Override
    public long fence() {
      return lease.fence();
    }

    @Override
    public boolean isHeld() {
      return lease.isHeld();
    }

    @Override
    public boolean release() throws InterruptedException {
      try {
        return lease.release();
      } catch (WaitInterruptedException e) {
        throw interrupted(e);
      }
    }

    @Override
    public boolean guardedIncrement(String counter, Runnable beforeCommit) throws SQLException {
      for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
        try {
          return increment(counter, beforeCommit);
        } catch (SQLException e) {
          throwUnlessSerialization(e, e);
        } catch (HoldfastException e) {
          throwUnlessSerialization(e, e.getCause());
        }
      }
      return increment(counter, beforeCommit);
    }

    private boolean increment(String counter, Runnable beforeCommit) throws SQLException {
      try {
        lease.inTransaction(
            transaction -> {
              Counters.increment(transaction.connection(), counter);
              beforeCommit.run();
              return true;
            });
        return true;
      } catch (LeaseLostException e) {
        return false;
      } catch (DeadlineExceededException e) {
        // rolled back; on a loaded machine a lost lease is not always told in time
        if (lease.isHeld()) {
          throw e;
        }
        return false;
      }
    }

    // Under a stricter isolation the counter's own row conflicts: rolled back, so to be repeated.
    private static <E extends Exception> void throwUnlessSerialization(
        E failure, @Nullable Throwable cause) throws E {
      boolean serialization =
          cause instanceof SQLException sql && SERIALIZATION_FAILURE.equals(sql.getSQLState());
      if (!serialization) {
        throw failure;
      }
    }
  }
}
