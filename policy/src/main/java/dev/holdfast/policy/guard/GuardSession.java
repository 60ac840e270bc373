package dev.holdfast.policy.guard;

import dev.holdfast.policy.jdbc.Execution;
import dev.holdfast.policy.jdbc.SessionObserver;
import dev.holdfast.policy.jdbc.Step;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection under guard. A transaction is kept only once it locked something or set a
 * savepoint.
 */
final class GuardSession implements SessionObserver {

  private final Guard guard;
  private @Nullable GuardedTransaction transaction;

  /** How it was before the execution that is under way: null or a mark of that transaction. */
  private @Nullable GuardedTransaction earlier;

  private GuardedTransaction.@Nullable Mark mark;

  GuardSession(Guard guard) {
    this.guard = guard;
  }

  @Override
  public void before(Execution execution) throws PolicyViolationException {
    earlier = transaction;
    mark = transaction == null ? null : transaction.mark();
    List<GuardFinding> findings = List.of();
    for (Step step : execution.steps()) {
      findings = joined(findings, found(step));
    }
    if (!findings.isEmpty()) {
      judge(findings);
    }
  }

  @Override
  public void done(Execution execution) {
    if (execution.steps().size() == 1) {
      Step step = execution.steps().get(0);
      if (step.kind() == Step.Kind.ROLLBACK_TO && transaction != null) {
        transaction.rollbackTo(step.text());
      }
    }
  }

  @Override
  public void failed(Execution execution, Throwable failure) {
    if (execution.isEnd()) {
      transaction = null;
    } else {
      undo();
    }
  }

  @Override
  public void closed() {
    transaction = null;
    undoNothing();
  }

  private void judge(List<GuardFinding> findings) throws PolicyViolationException {
    try {
      guard.judge(findings);
    } catch (PolicyViolationException e) {
      undo();
      throw e;
    }
  }

  /** A text may hold several steps: what one of them breaks, it breaks after those before it. */
  private List<GuardFinding> found(Step step) {
    switch (step.kind()) {
      case STATEMENT -> {
        return locked(step.text());
      }
      case COMMIT -> {
        List<GuardFinding> found = transaction == null ? List.of() : transaction.atCommit();
        transaction = null;
        return found;
      }
      case BEGIN, ROLLBACK -> transaction = null;
      case SAVEPOINT -> transaction().savepoint(step.text());
      case RELEASE -> transaction().release(step.text());
      case ROLLBACK_TO -> transaction().rollbackWithin(step.text(), mark);
    }
    return List.of();
  }

  private List<GuardFinding> locked(String sql) {
    List<GuardFinding> found = List.of();
    for (StatementLocks statement : guard.locksOf(sql)) {
      if (!statement.locks().isEmpty() || !statement.doubts().isEmpty()) {
        found = joined(found, transaction().add(statement, sql));
      }
    }
    return found;
  }

  /** Nearly always both are empty: then nothing is made. */
  private static List<GuardFinding> joined(List<GuardFinding> some, List<GuardFinding> more) {
    if (some.isEmpty() || more.isEmpty()) {
      return some.isEmpty() ? more : some;
    }
    List<GuardFinding> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  private GuardedTransaction transaction() {
    GuardedTransaction current = transaction;
    if (current == null) {
      current = new GuardedTransaction(guard);
      transaction = current;
    }
    return current;
  }

  private void undo() {
    transaction = earlier;
    if (transaction != null && mark != null) {
      transaction.backTo(mark);
    }
    undoNothing();
  }

  private void undoNothing() {
    earlier = null;
    mark = null;
  }
}
