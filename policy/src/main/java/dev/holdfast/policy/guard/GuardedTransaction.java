package dev.holdfast.policy.guard;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.rules.TransactionRules;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.Origin;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction under guard: its locking statements, for whom they ran, its savepoints. Its rules
 * are set up with the second statement; the first is looked up, see {@link CleanAlone}.
 */
final class GuardedTransaction {

  private final Guard guard;
  private final Ran ran = new Ran();
  private @Nullable TransactionRules rules;
  private Actor actor = Actor.undeclared();
  private @Nullable Savepoint savepoints;
  private @Nullable String helper;

  /** The state at some time, to go back to. */
  record Mark(
      @Nullable Object rules,
      int ran,
      Actor actor,
      @Nullable Savepoint savepoints,
      @Nullable String helper) {}

  /** The latest savepoint first; the depth tells how many there are. */
  record Savepoint(String name, Mark mark, int depth, @Nullable Savepoint earlier) {}

  GuardedTransaction(Guard guard) {
    this.guard = guard;
  }

  /** What the locks of this statement break; they count as taken. A repetition breaks nothing. */
  List<GuardFinding> add(StatementLocks statement, String sql) {
    if (!statement.doubts().isEmpty() && guard.callers().find().isInside()) {
      return List.of(); // Holdfast's migrations, mostly; of claims a doubt stays a finding
    }
    if (statement.doubts().isEmpty() && locksOnlyHoldfasts(statement)) {
      return List.of(); // a job's claim, say: the step may still declare its operation
    }
    Actor now = Operation.current();
    String within = LockHelpers.current();
    boolean looksForHelper = within == null && guard.callers().isOn() && isExplicit(statement);
    if (within == null && ran.contains(statement) && isSame(now)) {
      return List.of();
    }
    if (within == null && !looksForHelper && ran.isEmpty() && guard.isClean(statement, sql, now)) {
      actor = now;
      ran(statement, sql);
      return List.of();
    }
    List<Violation> violations = new ArrayList<>(0);
    TransactionRules current = rules(now);
    declared(now, violations);
    violations.addAll(looksForHelper ? lookForHelper(current, statement) : helped(current, within));
    violations.addAll(current.add(statement));
    List<GuardFinding> findings = findings(violations, sql);
    ran(statement, sql);
    return findings;
  }

  private static boolean locksOnlyHoldfasts(StatementLocks statement) {
    for (Lock lock : statement.locks()) {
      if (!lock.table().isHoldfasts()) {
        return false;
      }
    }
    return !statement.locks().isEmpty();
  }

  private void ran(StatementLocks statement, String sql) {
    guard.ordered(ran, statement);
    ran.add(statement, sql);
  }

  /** Without rules there is nothing but one statement, which is clean at its commit too. */
  List<GuardFinding> atCommit() {
    return rules == null ? List.of() : findings(rules.atCommit(), "COMMIT");
  }

  Mark mark() {
    Object mark = rules == null ? null : rules.mark();
    return new Mark(mark, ran.size(), actor, savepoints, helper);
  }

  void backTo(Mark mark) {
    if (mark.rules == null) {
      rules = null;
    } else if (rules != null) {
      rules.backTo(mark.rules);
    }
    ran.truncate(mark.ran);
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
      actor = ran.isEmpty() ? now : actor;
      current = new TransactionRules(guard.policy(), actor);
      ran.replay(current);
      rules = current;
    }
    return current;
  }

  private boolean isSame(Actor now) {
    return now.equals(actor) || now.equals(Actor.undeclared());
  }

  /** A transaction is one operation's, and that of its first lock. */
  private void declared(Actor now, List<Violation> found) {
    if (isSame(now)) {
      return;
    }
    String before = actor.equals(Actor.undeclared()) ? "nobody" : words(actor);
    String reason =
        "%s was declared after the transaction had taken locks for %s."
            .formatted(words(now), before);
    String fix = "Declare the operation before the transaction's first lock, one a transaction.";
    found.add(new Violation(Rule.OPERATION.id(), null, reason, fix));
    actor = now; // said once
  }

  private static String words(Actor actor) {
    return actor.operation() == null ? "an admin flow" : "operation " + actor.operation();
  }

  private List<Violation> lookForHelper(TransactionRules current, StatementLocks statement) {
    CallerSearch.Caller caller = guard.callers().find();
    if (caller.isLibrary()) {
      return List.of();
    }
    return caller.isHelper()
        ? helped(current, caller.name())
        : current.outsideHelpers(statement, caller.name());
  }

  private List<Violation> helped(TransactionRules current, @Nullable String name) {
    if (name == null || name.equals(helper)) {
      return List.of();
    }
    helper = name;
    return current.helper(name);
  }

  private static boolean isExplicit(StatementLocks statement) {
    for (int i = 0; i < statement.locks().size(); i++) {
      if (statement.locks().get(i).origin() == Origin.EXPLICIT) {
        return true;
      }
    }
    return false;
  }

  private List<GuardFinding> findings(List<Violation> violations, String sql) {
    return violations.stream()
        .map(v -> new GuardFinding(v, sql, actor, guard.placeOf(v.table()), ran.held()))
        .toList();
  }
}
