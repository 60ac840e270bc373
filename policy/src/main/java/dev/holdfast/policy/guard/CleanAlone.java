package dev.holdfast.policy.guard;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.rules.TransactionRules;
import dev.holdfast.policy.sql.StatementLocks;
import dev.holdfast.policy.sql.TextCache;
import java.util.concurrent.TimeUnit;

/**
 * Remembers which statements break nothing as the only lock of a transaction. Most transactions
 * have no more than that; for these, no rules need be set up at all.
 */
final class CleanAlone {

  private static final int MOST_TEXTS = 4_096;

  private final Policy policy;
  private final TextCache<Verdict> known = new TextCache<>(MOST_TEXTS);

  /** For the actor who ran it last, on the day when it did: exemptions end with a day. */
  private record Verdict(StatementLocks statement, Actor actor, long day, boolean clean) {}

  CleanAlone(Policy policy) {
    this.policy = policy;
  }

  boolean is(StatementLocks statement, String sql, Actor actor) {
    long day = TimeUnit.MILLISECONDS.toDays(System.currentTimeMillis());
    Verdict verdict = known.get(sql);
    if (verdict == null
        || verdict.day != day
        || !verdict.actor.equals(actor)
        || !verdict.statement.equals(statement)) {
      verdict = new Verdict(statement, actor, day, isClean(statement, actor));
      known.put(sql, verdict);
    }
    return verdict.clean;
  }

  private boolean isClean(StatementLocks statement, Actor actor) {
    TransactionRules alone = new TransactionRules(policy, actor);
    return alone.add(statement).isEmpty() && alone.atCommit().isEmpty();
  }
}
