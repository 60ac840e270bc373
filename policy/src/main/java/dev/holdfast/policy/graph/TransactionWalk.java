package dev.holdfast.policy.graph;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.Lock.Waiting;
import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.LockAnalysis;
import dev.holdfast.policy.sql.Origin;
import dev.holdfast.policy.sql.RowKey;
import dev.holdfast.policy.sql.RowKeys;
import dev.holdfast.policy.sql.Rows;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goes through one transaction again: what it held, and what it asked for meanwhile. */
final class TransactionWalk {

  /** Locks held at once, and rows of one statement, that are looked at. */
  private static final int MOST_HELD = 500;

  private static final int MOST_KEYS = 50;

  /** The state at a savepoint. */
  private record Mark(String name, int held, int deferred, int created) {}

  private final LockAnalysis analysis;
  private final RowKeys keys;
  private final Edges edges;
  private final RecordedTransaction transaction;
  private final List<LockUse> held = new ArrayList<>();
  private final List<LockUse> deferred = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final Created created = new Created();

  TransactionWalk(
      LockAnalysis analysis, RowKeys keys, Edges edges, RecordedTransaction transaction) {
    this.analysis = analysis;
    this.keys = keys;
    this.edges = edges;
    this.transaction = transaction;
  }

  void run() {
    for (int i = 0; i < transaction.steps().size(); i++) {
      RecordedStep step = transaction.steps().get(i);
      switch (step.kind()) {
        case STATEMENT -> statement(i, step);
        case SAVEPOINT ->
            marks.add(new Mark(step.text(), held.size(), deferred.size(), created.size()));
        case ROLLBACK_TO -> rollbackTo(step.text());
        case RELEASE -> release(step.text());
        case COMMIT -> commit(i);
        case BEGIN, ROLLBACK -> {}
      }
    }
  }

  private void statement(int index, RecordedStep step) {
    for (StatementLocks statement : analysis.of(step.text())) {
      edges.doubt(statement.doubts(), step.text());
      for (TableName table : statement.inserts()) {
        created.add(table, keys.inserted(step.text(), table, step.parameters()));
      }
      for (Lock lock : statement.locks()) {
        if (lock.table().isHoldfasts()) {
          continue;
        }
        for (LockUse use : uses(index, step, lock)) {
          if (lock.when() == When.AT_COMMIT) {
            deferred.add(use);
          } else {
            take(use);
          }
        }
      }
    }
  }

  /** One for each row that is known. */
  private List<LockUse> uses(int index, RecordedStep step, Lock lock) {
    List<RowKey> known = keys.of(step.text(), lock, step.parameters());
    if (known.isEmpty()) {
      return List.of(new LockUse(transaction, index, lock, null));
    }
    return known.stream()
        .limit(MOST_KEYS)
        .map(key -> new LockUse(transaction, index, lock, key))
        .toList();
  }

  private void take(LockUse use) {
    if (created.has(use) || held.stream().anyMatch(has -> includes(has, use) || chose(has, use))) {
      return;
    }
    if (use.lock().waiting() == Waiting.WAITS) {
      if (isUnordered(use)) {
        edges.unordered(use, held);
      }
      edges.requested(use, held);
    }
    if (held.size() < MOST_HELD) {
      held.add(use);
    }
  }

  /** A lock that the transaction has already is never waited for. */
  private static boolean includes(LockUse has, LockUse wanted) {
    return has.isSameAs(wanted)
        && has.lock().mode().compareTo(wanted.lock().mode()) >= 0
        && (has.isOnRow() || has.lock().mode() == wanted.lock().mode());
  }

  /**
   * Rows that a SELECT … FOR UPDATE locked, by a condition that tells no keys, are taken to be
   * those that are written afterwards: it was there for that. Helpers that lock first would all be
   * cycles otherwise.
   */
  private static boolean chose(LockUse has, LockUse wanted) {
    return has.lock().origin() == Origin.EXPLICIT
        && wanted.lock().origin() != Origin.EXPLICIT
        && has.key() == null
        && has.isOnRow()
        && wanted.isOnRow()
        && has.table().equals(wanted.table())
        && has.lock().mode().compareTo(wanted.lock().mode()) >= 0;
  }

  /** Rows locked in the order of the plan, unless the same table's rows were locked in order. */
  private boolean isUnordered(LockUse use) {
    return use.lock().rows() == Rows.SEVERAL
        && use.key() == null
        && Conflicts.isExclusive(use.lock().mode())
        && held.stream().noneMatch(has -> covers(has, use));
  }

  private static boolean covers(LockUse has, LockUse use) {
    boolean ordered = has.lock().rows() == Rows.ORDERED && has.isOnRow() && use.isOnRow();
    return has.table().equals(use.table())
        && (ordered || !has.isOnRow())
        && Conflicts.between(has.lock(), use.lock());
  }

  private void rollbackTo(String name) {
    Mark mark = find(name);
    if (mark != null) {
      marks.subList(marks.lastIndexOf(mark) + 1, marks.size()).clear();
      held.subList(mark.held(), held.size()).clear();
      deferred.subList(mark.deferred(), deferred.size()).clear();
      created.truncate(mark.created());
    }
  }

  /** The locks stay. */
  private void release(String name) {
    Mark mark = find(name);
    if (mark != null) {
      marks.subList(marks.lastIndexOf(mark), marks.size()).clear();
    }
  }

  private @Nullable Mark find(String name) {
    for (int i = marks.size() - 1; i >= 0; i--) {
      if (marks.get(i).name().equals(name)) {
        return marks.get(i);
      }
    }
    return null;
  }

  private void commit(int index) {
    for (LockUse use : List.copyOf(deferred)) {
      take(new LockUse(transaction, index, use.lock(), use.key()));
    }
  }
}
