package dev.holdfast.policy.rules;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.TableRule;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.StatementLocks;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The locks of one transaction against the policy. Not thread-safe.
 *
 * <p>Of each lock one question after the other, until one has an answer: is the table known; may
 * this actor lock it; is it of the transaction's cluster; is it its turn. What the operation
 * declared is asked besides. A lock that the transaction has already is asked nothing, so nothing
 * is reported twice.
 */
public final class TransactionRules {
  private final Policy policy;
  private final Actor actor;
  private final Exempting exempting;
  private final OperationRule operation;
  private final HeldLocks held = new HeldLocks();
  private final List<Lock> deferred = new ArrayList<>();
  private final List<String> helpers = new ArrayList<>();

  private record Mark(int held, int deferred, int helpers, boolean complained) {}

  public TransactionRules(Policy policy, Actor actor) {
    this(policy, actor, Clock.systemUTC());
  }

  /** With a clock that says when exemptions expire. */
  public TransactionRules(Policy policy, Actor actor, Clock clock) {
    this.policy = policy;
    this.actor = actor;
    this.exempting = Exempting.anywhere(policy, actor, clock);
    this.operation = new OperationRule(policy, actor);
  }

  /** What the locks of this statement break, given those taken before. */
  public List<Violation> add(StatementLocks statement) {
    if (statement.locks().isEmpty() && statement.doubts().isEmpty()) {
      return List.of();
    }
    List<Violation> found = StatementRules.check(policy, statement);
    for (Lock lock : statement.locks()) {
      if (lock.when() == When.NOW) {
        take(lock, found);
      } else if (!deferred.contains(lock)) {
        deferred.add(lock);
      }
    }
    return exempting.from(found);
  }

  /** What this statement breaks because it stands in this class, outside of the lock helpers. */
  public List<Violation> outsideHelpers(StatementLocks statement, String className) {
    return exempting.from(StatementRules.outsideHelpers(policy, statement, className));
  }

  /** The transaction called a lock helper; calling one twice is calling one. */
  public List<Violation> helper(String name) {
    if (!helpers.contains(name)) {
      helpers.add(name);
    }
    int most = policy.helpers().perTransaction();
    if (most == 0 || helpers.size() <= most) {
      return List.of();
    }
    String reason =
        "The transaction called the lock helpers %s; the policy allows %d."
            .formatted(String.join(", ", helpers), most);
    return exempting.from(List.of(new Violation(Rule.HELPER_COUNT, null, reason)));
  }

  /** A savepoint: what {@link #backTo} takes. */
  public Object mark() {
    return new Mark(held.size(), deferred.size(), helpers.size(), operation.hasComplained());
  }

  /** ROLLBACK TO: what was locked since the mark is forgotten. Later marks are no more. */
  public void backTo(Object mark) {
    if (!(mark instanceof Mark then)
        || then.held > held.size()
        || then.deferred > deferred.size()
        || then.helpers > helpers.size()) {
      throw new IllegalArgumentException("not a mark of this transaction, or one that is gone");
    }
    held.truncate(then.held);
    deferred.subList(then.deferred, deferred.size()).clear();
    helpers.subList(then.helpers, helpers.size()).clear();
    operation.setComplained(then.complained);
  }

  /** What the locks break that deferred constraints take at COMMIT. */
  public List<Violation> atCommit() {
    List<Violation> found = new ArrayList<>();
    deferred.forEach(lock -> take(lock, found));
    return exempting.from(found);
  }

  private void take(Lock lock, List<Violation> found) {
    if (StatementRules.isHoldfasts(lock)) {
      return;
    }
    PlacedTable place = policy.table(lock.table()).orElse(null);
    Taken wanted = new Taken(lock, place);
    if (held.covers(wanted)) {
      return;
    }
    if (wanted.isInPassing()) {
      held.add(wanted);
    } else if (place == null || place.table().rule() == TableRule.NEVER) {
      AccessRule.outsideOrder(held, wanted).ifPresent(found::add);
      held.add(new Taken(lock, null));
    } else {
      if (!actor.admin() && !operation.declares(wanted)) {
        AccessRule.adminOnly(wanted, place).ifPresent(found::add);
      }
      found.addAll(placed(wanted));
      held.add(wanted);
    }
  }

  /** One answer of cluster or order is enough. */
  private List<Violation> placed(Taken wanted) {
    List<Violation> found = new ArrayList<>(ClusterRule.check(held, wanted));
    if (found.isEmpty()) {
      OrderRule.check(held, wanted).ifPresent(found::add);
    }
    if (found.isEmpty()) {
      operation.check(held, wanted).ifPresent(found::add);
    }
    return found;
  }
}
