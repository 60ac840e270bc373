package dev.holdfast.transaction;

import dev.holdfast.CancelledException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.HoldfastException;
import dev.holdfast.WaitInterruptedException;
import org.jspecify.annotations.Nullable;

/** Why a transaction must end before it is done. */
enum Stop {
  DEADLINE,
  INTERRUPTED,
  CANCELLED;

  HoldfastException error(TransactionOptions options, int attempts, @Nullable Throwable cause) {
    return switch (this) {
      case DEADLINE -> new DeadlineExceededException(options.altogether(), attempts, cause);
      case INTERRUPTED -> WaitInterruptedException.inTransaction(cause);
      case CANCELLED -> new CancelledException(cause);
    };
  }
}
