package dev.holdfast.policy.rules;

import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.LockMode;
import dev.holdfast.policy.sql.LockMode.Scope;
import dev.holdfast.policy.sql.Origin;
import org.jspecify.annotations.Nullable;

/**
 * A lock that a transaction has taken, or is about to.
 *
 * @param place null for tables that take no part in the order: unknown ones, never-lock ones
 */
record Taken(Lock lock, @Nullable PlacedTable place) {

  TableName table() {
    return place == null ? lock.table() : place.name();
  }

  LockMode mode() {
    return lock.mode();
  }

  boolean byForeignKey() {
    return lock.origin() == Origin.FOREIGN_KEY;
  }

  /** A new entry of a unique index: a wait, but not a lock on a row that was there before. */
  boolean isAppend() {
    return mode() == LockMode.UNIQUE_VALUE;
  }

  /**
   * The table locks that every reading or writing statement takes: they wait for table locks only,
   * so they count for nothing but a later stronger lock on the same table.
   */
  boolean isInPassing() {
    return mode().scope() == Scope.TABLE
        && mode().compareTo(LockMode.TABLE_ROW_EXCLUSIVE) <= 0
        && lock.origin() != Origin.TABLE_LOCK;
  }

  boolean isOf(TableName table) {
    return lock.table().equals(table) || table().matches(table);
  }

  /** What a row lock holds on the table as a whole; whoever locks the table waits for it. */
  @Nullable Taken inPassing() {
    if (mode().scope() == Scope.TABLE) {
      return null;
    }
    boolean reads = lock.origin() == Origin.EXPLICIT || byForeignKey();
    LockMode mode = reads ? LockMode.TABLE_ROW_SHARE : LockMode.TABLE_ROW_EXCLUSIVE;
    return new Taken(new Lock(lock.table(), mode, lock.origin(), lock.reason()), place);
  }

  /** "locks orders FOR UPDATE", with what made it so where the statement does not show it. */
  String words() {
    String what =
        switch (mode().scope()) {
          case ROW -> "locks " + lock.table() + " " + mode().sql();
          case VALUE -> "writes a unique value to " + lock.table();
          case TABLE -> "locks the whole of " + lock.table() + " in mode " + mode().sql();
        };
    boolean plain = lock.origin() == Origin.EXPLICIT || lock.origin() == Origin.DML;
    return plain || lock.reason().isBlank() ? what : what + " (" + lock.reason() + ")";
  }
}
