package dev.holdfast.policy.guard;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TransactionRules;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.Origin;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transaction under guard: what it locked, by which statements, for whom; its savepoints. */
final class GuardedTransaction {

  /** A transaction of more different locks than this has them in its rules, not in messages. */
  private static final int MOST_HELD = 64;

  private final Guard guard;
  private final List<HeldLock> held = new ArrayList<>();
  private @Nullable TransactionRules rules;
  private Actor actor = Actor.undeclared();
  private @Nullable Savepoint savepoints;
  private @Nullable String helper;

  /** The state at some time, to go back to. */
  record Mark(
      @Nullable Object rules,
      int held,
      Actor actor,
      @Nullable Savepoint savepoints,
      @Nullable String helper) {}

  /** The latest savepoint first; the depth tells how many there are. */
  record Savepoint(String name, Mark mark, int depth, @Nullable Savepoint earlier) {}

  GuardedTransaction(Guard guard) {
    this.guard = guard;
  }

  /** What the locks of this statement break; they count as taken. */
  List<GuardFinding> add(StatementLocks statement, String sql) {
    Actor now = Operation.current();
    TransactionRules current = rules(now);
    List<Violation> violations = new ArrayList<>(0);
    declared(now, violations);
    violations.addAll(helped(current, statement));
    violations.addAll(current.add(statement));
    List<GuardFinding> findings = findings(violations, sql);
    hold(statement, sql);
    return findings;
  }

  List<GuardFinding> atCommit() {
    return rules == null ? List.of() : findings(rules.atCommit(), "COMMIT");
  }

  Mark mark() {
    Object mark = rules == null ? null : rules.mark();
    return new Mark(mark, held.size(), actor, savepoints, helper);
  }

  void backTo(Mark mark) {
    if (mark.rules == null) {
      rules = null;
    } else if (rules != null) {
      rules.backTo(mark.rules);
    }
    held.subList(mark.held, held.size()).clear();
    actor = mark.actor;
    savepoints = mark.savepoints;
    helper = mark.helper;
  }

  void savepoint(String name) {
    savepoints = new Savepoint(name, mark(), depthOf(savepoints) + 1, savepoints);
  }

  /** The locks stay; only the name is gone, and those after it. */
  void release(String name) {
    Savepoint found = find(name, 0);
    if (found != null) {
      savepoints = found.earlier;
    }
  }

  /** What was locked since is free again. The savepoint itself stays. */
  void rollbackTo(String name) {
    back(find(name, 0));
  }

  /**
   * Among other statements of one text, before it is sent: only back to a savepoint of that same
   * text. Should the text be refused, everything before it must still be known; so locks that a
   * text gives up and that are older than it count as held.
   */
  void rollbackWithin(String name, @Nullable Mark start) {
    back(find(name, start == null ? 0 : depthOf(start.savepoints)));
  }

  private void back(@Nullable Savepoint savepoint) {
    if (savepoint != null) {
      backTo(savepoint.mark);
      savepoints = savepoint;
    }
  }

  /** The latest one of this name above so many others. */
  private @Nullable Savepoint find(String name, int above) {
    Savepoint at = savepoints;
    while (depthOf(at) > above && at != null && !at.name.equals(name)) {
      at = at.earlier;
    }
    return depthOf(at) > above ? at : null;
  }

  private static int depthOf(@Nullable Savepoint savepoint) {
    return savepoint == null ? 0 : savepoint.depth;
  }

  private TransactionRules rules(Actor now) {
    TransactionRules current = rules;
    if (current == null) {
      current = new TransactionRules(guard.policy(), now);
      rules = current;
      actor = now;
    }
    return current;
  }

  /** A transaction is one operation's, and that of its first lock. */
  private void declared(Actor now, List<Violation> found) {
    if (now.equals(actor) || now.equals(Actor.undeclared())) {
      return;
    }
    String reason =
        "%s was declared after the transaction had taken locks %s."
            .formatted(
                words(now),
                actor.equals(Actor.undeclared()) ? "for nobody" : "for " + words(actor));
    String fix = "Declare the operation before the transaction's first lock, one a transaction.";
    found.add(new Violation(Rule.OPERATION.id(), null, reason, fix));
    actor = now; // said once
  }

  private static String words(Actor actor) {
    String operation = actor.operation();
    return operation == null ? "An admin flow" : "The operation " + operation;
  }

  private List<Violation> helped(TransactionRules current, StatementLocks statement) {
    String name = LockHelpers.current();
    if (name == null && guard.callers().isOn() && isExplicit(statement)) {
      CallerSearch.Caller caller = guard.callers().find();
      if (!caller.isHelper()) {
        return current.outsideHelpers(statement, caller.name());
      }
      name = caller.name();
    }
    if (name == null || name.equals(helper)) {
      return List.of();
    }
    helper = name;
    return current.helper(name);
  }

  private static boolean isExplicit(StatementLocks statement) {
    return statement.locks().stream().anyMatch(lock -> lock.origin() == Origin.EXPLICIT);
  }

  private List<GuardFinding> findings(List<Violation> violations, String sql) {
    return violations.isEmpty()
        ? List.of()
        : violations.stream()
            .map(v -> new GuardFinding(v, sql, actor, guard.placeOf(v.table()), held))
            .toList();
  }

  private void hold(StatementLocks statement, String sql) {
    for (Lock lock : statement.locks()) {
      if (lock.when() == When.NOW && held.size() < MOST_HELD && !holds(lock)) {
        held.add(new HeldLock(lock.table(), lock.mode(), sql));
      }
    }
  }

  private boolean holds(Lock lock) {
    for (HeldLock one : held) {
      if (one.mode() == lock.mode() && one.table().equals(lock.table())) {
        return true;
      }
    }
    return false;
  }
}
