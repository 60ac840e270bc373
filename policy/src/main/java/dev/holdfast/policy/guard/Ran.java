package dev.holdfast.policy.guard;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.rules.TransactionRules;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The locking statements of a transaction, each text once. A transaction of more different texts
 * than fit has the rest of them in its rules, not here.
 */
final class Ran {

  private static final int MOST = 64;

  private final List<Statement> statements = new ArrayList<>(2);

  private record Statement(StatementLocks locks, String sql) {}

  boolean isEmpty() {
    return statements.isEmpty();
  }

  int size() {
    return statements.size();
  }

  /** By identity: the analysis answers the same text with one object, while it remembers it. */
  @SuppressWarnings("ReferenceEquality")
  boolean contains(StatementLocks locks) {
    for (int i = 0; i < statements.size(); i++) {
      if (statements.get(i).locks == locks) {
        return true;
      }
    }
    return false;
  }

  void add(StatementLocks locks, String sql) {
    if (statements.size() < MOST && !contains(locks)) {
      statements.add(new Statement(locks, sql));
    }
  }

  void truncate(int size) {
    statements.subList(size, statements.size()).clear();
  }

  void replay(TransactionRules rules) {
    statements.forEach(statement -> rules.add(statement.locks));
  }

  /** What they locked, each table once, in this order. */
  Set<TableName> tables() {
    Set<TableName> tables = new LinkedHashSet<>();
    statements.forEach(statement -> statement.locks.locks().forEach(l -> tables.add(l.table())));
    return tables;
  }

  /** What they locked, for people: each table and mode with the statement that took it first. */
  List<HeldLock> held() {
    List<HeldLock> held = new ArrayList<>();
    for (Statement statement : statements) {
      for (Lock lock : statement.locks.locks()) {
        boolean isNew =
            held.stream().noneMatch(h -> h.mode() == lock.mode() && h.table().equals(lock.table()));
        if (isNew && lock.when() == When.NOW) {
          held.add(new HeldLock(lock.table(), lock.mode(), statement.sql));
        }
      }
    }
    return held;
  }
}
