package dev.holdfast.policy.check;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.check.source.How;
import dev.holdfast.policy.check.source.Owner;
import dev.holdfast.policy.check.source.SqlShape;
import dev.holdfast.policy.check.source.SqlText;
import dev.holdfast.policy.check.source.Unit.Boundary;
import dev.holdfast.policy.rules.Exempting;
import dev.holdfast.policy.rules.TransactionRules;
import dev.holdfast.policy.sql.LockAnalysis;
import dev.holdfast.policy.sql.StatementLocks;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Holds the texts of one unit against the policy. */
final class Judge {
  /** Rules that look at several statements: they hold only if those are one transaction. */
  private static final Set<String> OF_TRANSACTIONS =
      Set.of(
          Rule.ORDER.id(),
          Rule.FK_ORDER.id(),
          Rule.UPGRADE.id(),
          Rule.CLUSTER.id(),
          Rule.FK_CLUSTER.id(),
          Rule.ALONE.id(),
          Rule.OPERATION.id());

  private final Policy policy;
  private final LockAnalysis analysis;
  private final Actors actors;
  private final MigrationRules migrations;

  Judge(Policy policy, LockAnalysis analysis, MigrationRules migrations) {
    this.policy = policy;
    this.analysis = analysis;
    this.actors = new Actors(policy);
    this.migrations = migrations;
  }

  /** A finding and the text that it is about. */
  record Judged(Finding finding, SqlText text) {}

  /** Of texts in the order in which they run. */
  List<Judged> judge(List<SqlText> unit) {
    List<Judged> found = new ArrayList<>();
    Owner owner = unit.get(0).owner();
    String assumption = assumption(owner);
    Actor actor = actors.of(owner);
    TransactionRules together = new TransactionRules(policy, actor);
    List<ReadSql> reads = unit.stream().map(text -> ReadSql.of(text, analysis)).toList();
    boolean understood = reads.stream().anyMatch(ReadSql::isUnderstood);
    for (int i = 0; i < unit.size(); i++) {
      SqlText text = unit.get(i);
      ReadSql read = reads.get(i);
      if (understood && !read.isUnderstood() && isNoRun(text)) {
        continue;
      }
      TransactionRules rules =
          assumption.isEmpty() ? new TransactionRules(policy, actor) : together;
      List<Violation> broken = new ArrayList<>(unfolded(text, read));
      read.statements().forEach(statement -> broken.addAll(violations(text, statement, rules)));
      unlessExemptHere(broken, text).stream()
          .map(violation -> new Judged(finding(text, violation, assumption), text))
          .forEach(found::add);
    }
    return found;
  }

  /**
   * A mapper's statement is read in variants, and not every choice of optional parts is one that
   * the program makes. One that can't be read is left out where others of the same statement can.
   */
  private static boolean isNoRun(SqlText text) {
    return text.how().isMapper() && !SqlShape.hasLockingClause(text.text());
  }

  /** Why the texts of a unit are one transaction; empty where they are not. */
  private String assumption(Owner owner) {
    Boundary boundary = owner.unit().boundary();
    if (boundary != Boundary.NONE) {
      return boundary.reason();
    }
    Optional<PolicyOperation> operation = actors.entered(owner);
    return operation.map(o -> "it is the entry point of " + o.name()).orElse("");
  }

  private List<Violation> violations(
      SqlText text, StatementLocks statement, TransactionRules rules) {
    if (text.how() == How.MIGRATION && !text.isInBody()) {
      return unlessExempt(migrations.check(text, statement), text);
    }
    List<Violation> found = new ArrayList<>(rules.add(statement));
    found.addAll(rules.outsideHelpers(statement, text.owner().name()));
    return found;
  }

  private List<Violation> unlessExempt(List<Violation> violations, SqlText text) {
    return Exempting.anywhere(policy, actors.of(text.owner()), Clock.systemUTC()).from(violations);
  }

  private List<Violation> unlessExemptHere(List<Violation> violations, SqlText text) {
    Actor actor = actors.of(text.owner());
    return Exempting.in(text.place().file(), policy, actor, Clock.systemUTC()).from(violations);
  }

  private static Finding finding(SqlText text, Violation violation, String assumption) {
    String table = violation.table() == null ? "" : violation.table().toString();
    boolean assumed = OF_TRANSACTIONS.contains(violation.rule()) && !assumption.isEmpty();
    String reason =
        assumed
            ? violation.reason() + " Taken as one transaction: " + assumption + "."
            : violation.reason();
    return new Finding(
        Rule.UNFOLDED.id().equals(violation.rule())
            ? text.place()
            : Pointing.at(text, violation.rule(), table),
        violation.rule(),
        reason,
        violation.fix(),
        new Finding.Context(text.owner().name(), table, Pointing.excerpt(text)));
  }

  private List<Violation> unfolded(SqlText text, ReadSql read) {
    return read.unfolded().isEmpty()
        ? List.of()
        : unlessExempt(List.of(new Violation(Rule.UNFOLDED, null, read.unfolded())), text);
  }
}
