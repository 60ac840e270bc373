package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.Lock.Waiting;
import dev.holdfast.policy.sql.Lock.When;
import java.util.stream.Collectors;

/** Locks in short: {@code orders UPDATE NOWAIT, customers KEY_SHARE}. */
final class Shown {

  private Shown() {}

  static String locks(StatementLocks statement) {
    return statement.locks().stream().map(Shown::lock).collect(Collectors.joining(", "));
  }

  static String lock(Lock lock) {
    return lock.table()
        + " "
        + lock.mode()
        + (lock.waiting() == Waiting.WAITS ? "" : " " + lock.waiting())
        + (lock.when() == When.NOW ? "" : " AT_COMMIT");
  }
}
