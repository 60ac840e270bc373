package dev.holdfast;

import org.jspecify.annotations.Nullable;

/** Transactions waited for each other. Lock in one order everywhere: then it can't happen. */
public final class DeadlockException extends ConflictException {

  private static final long serialVersionUID = 1L;

  public DeadlockException(Course course, @Nullable Throwable cause) {
    super("a deadlock with another transaction", Conflict.DEADLOCK, course, cause);
  }
}
