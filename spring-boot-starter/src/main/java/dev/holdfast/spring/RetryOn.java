package dev.holdfast.spring;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.Conflict;
import dev.holdfast.ConflictException;
import dev.holdfast.StaleVersionException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PessimisticLockingFailureException;

/** After which failures {@link RetryOnConflict} tries again. */
public enum RetryOn {
  /** A lock was not had in time (55P03), NOWAIT included. */
  LOCK_TIMEOUT,
  /** Transactions waited for each other (40P01). */
  DEADLOCK,
  /** No serial order could explain what was read and written (40001). */
  SERIALIZATION,
  /** JPA's {@code @Version} was changed since this transaction read the row. */
  OPTIMISTIC_LOCK,
  /**
   * {@link StaleVersionException}: only where the method reads the version itself. A version that
   * came with the request (If-Match) is stale in the next attempt too, and never tried again.
   */
  STALE_VERSION;

  private static final int DEEPEST = 20;

  /** Which of them made something fail, looking through the causes; empty: none. */
  static Optional<RetryOn> in(Throwable failure) {
    Throwable e = failure;
    for (int depth = 0; e != null && depth < DEEPEST; depth++) {
      if (e instanceof CommitUnknownException) {
        return Optional.empty();
      }
      RetryOn found = ofOne(e);
      if (found != null) {
        return Optional.of(found);
      }
      e = e.getCause();
    }
    return Conflict.in(failure).map(RetryOn::of);
  }

  private static @Nullable RetryOn ofOne(Throwable e) {
    if (e instanceof StaleVersionException stale) {
      return stale.ifMatch() ? null : STALE_VERSION;
    }
    if (e instanceof ConflictException conflict) {
      // what ran in a transaction of its own was tried again there already
      return conflict.joined() ? of(conflict.conflict()) : null;
    }
    if (e instanceof OptimisticLockingFailureException) {
      return OPTIMISTIC_LOCK;
    }
    return e instanceof PessimisticLockingFailureException
        ? Conflict.in(e).map(RetryOn::of).orElse(LOCK_TIMEOUT)
        : null;
  }

  /** A lost connection is none: nobody knows what was committed. */
  private static @Nullable RetryOn of(Conflict conflict) {
    return switch (conflict) {
      case LOCK_TIMEOUT, LOCKED -> LOCK_TIMEOUT;
      case DEADLOCK -> DEADLOCK;
      case SERIALIZATION -> SERIALIZATION;
      case CONNECTION_LOST -> null;
    };
  }
}
