package dev.holdfast.policy.rules;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyTable;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.TableRule;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.Lock.Waiting;
import dev.holdfast.policy.sql.Lock.When;
import dev.holdfast.policy.sql.LockMode;
import dev.holdfast.policy.sql.Origin;
import dev.holdfast.policy.sql.StatementLocks;
import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.List;

/** A small shop's policy, and statements as the analysis would show them. */
final class Transactions {

  static final Policy SHOP =
      Policy.of(
          Cluster.of("sales", "customers", "orders", "order_lines"),
          Cluster.of("stock", "items", "shelves"),
          Cluster.of("core", "users", "roles", "tenants")
              .withKind(Cluster.Kind.ALONE)
              .withTables(
                  List.of(
                      new PolicyTable("users").withRule(TableRule.ADMIN),
                      new PolicyTable("roles").withRule(TableRule.ADMIN),
                      new PolicyTable("tenants").withRule(TableRule.NEVER))),
          Cluster.of("reporting", "sales_by_day").withKind(Cluster.Kind.REPORTING));

  private Transactions() {}

  static StatementLocks statement(Lock... locks) {
    return new StatementLocks(Kind.STATEMENT, List.of(locks), List.of());
  }

  static Lock forUpdate(String table) {
    return explicit(table, LockMode.UPDATE);
  }

  static Lock explicit(String table, LockMode mode) {
    return new Lock(TableName.of(table), mode, Origin.EXPLICIT, "FOR UPDATE");
  }

  static Lock update(String table) {
    return new Lock(TableName.of(table), LockMode.NO_KEY_UPDATE, Origin.DML, "UPDATE");
  }

  static Lock insert(String table) {
    return new Lock(TableName.of(table), LockMode.UNIQUE_VALUE, Origin.UNIQUE_WAIT, "its key");
  }

  static Lock look(String parent) {
    return new Lock(
        TableName.of(parent), LockMode.KEY_SHARE, Origin.FOREIGN_KEY, "FK some_fk → " + parent);
  }

  static Lock nowait(Lock lock) {
    return new Lock(
        lock.table(), lock.mode(), lock.origin(), Waiting.NOWAIT, lock.when(), lock.reason());
  }

  static Lock deferred(Lock lock) {
    return new Lock(
        lock.table(), lock.mode(), lock.origin(), lock.waiting(), When.AT_COMMIT, lock.reason());
  }

  /** The ids of what all of these break, each in a statement of its own. */
  static List<String> ids(TransactionRules rules, Lock... locks) {
    return List.of(locks).stream()
        .flatMap(lock -> rules.add(statement(lock)).stream())
        .map(Violation::rule)
        .toList();
  }

  static List<String> ids(Policy policy, Lock... locks) {
    return ids(new TransactionRules(policy, Actor.undeclared()), locks);
  }
}
