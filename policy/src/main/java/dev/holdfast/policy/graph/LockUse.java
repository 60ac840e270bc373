package dev.holdfast.policy.graph;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.LockMode.Scope;
import dev.holdfast.policy.sql.Origin;
import dev.holdfast.policy.sql.RowKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lock that a recorded transaction took.
 *
 * @param index of the step that took it
 * @param key which row or value; null if that is not known
 */
public record LockUse(RecordedTransaction transaction, int index, Lock lock, @Nullable RowKey key) {

  public TableName table() {
    return lock.table();
  }

  /** The SQL that took it: a statement, or COMMIT where the constraint is deferred. */
  public String sql() {
    return step().sql();
  }

  public List<String> stack() {
    return step().stack();
  }

  RecordedStep step() {
    return transaction.steps().get(index);
  }

  boolean isOnRow() {
    return lock.mode().scope() == Scope.ROW;
  }

  /** Whether both are known to be on one row, value or table. */
  boolean isSameAs(LockUse other) {
    boolean sameScope = lock.mode().scope() == other.lock.mode().scope();
    return sameScope
        && table().equals(other.table())
        && (lock.mode().scope() == Scope.TABLE || (key != null && key.equals(other.key)));
  }

  /** Whether both are known to be on different rows. */
  boolean isOtherThan(LockUse other) {
    return key != null
        && other.key != null
        && key.isComparableWith(other.key)
        && !key.equals(other.key);
  }

  /** For people: {@code customers FOR KEY SHARE (FK orders_customer_fk → customers)}. */
  public String words() {
    String what =
        switch (lock.mode().scope()) {
          case ROW -> name() + row() + " " + lock.mode().sql();
          case VALUE -> "a unique value of " + name() + row();
          case TABLE -> "table " + name() + " in mode " + lock.mode().sql();
        };
    boolean plain = lock.origin() == Origin.EXPLICIT || lock.origin() == Origin.DML;
    return plain || lock.reason().isBlank() ? what : what + " (" + lock.reason() + ")";
  }

  private String row() {
    return key == null ? "" : " [" + key + "]";
  }

  /** The table as people know it. */
  public String name() {
    return "public".equals(table().schema()) ? table().name() : table().toString();
  }
}
