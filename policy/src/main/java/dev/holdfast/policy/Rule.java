package dev.holdfast.policy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What locks can break, and what sources must be for that to be seen: an id for files and reports,
 * what it says, what to do about it.
 */
public enum Rule {
  ORDER(
      "order",
      "Locks are taken in the order of the cluster.",
      "Lock the tables in the cluster's order, all of them at the beginning."),
  FK_ORDER(
      "fk-order",
      "A foreign key looks at its parent row in the order of the cluster too.",
      "Lock the parent row FOR KEY SHARE before the child, and let others who lock the parent"
          + " use FOR NO KEY UPDATE."),
  UPGRADE(
      "upgrade",
      "A row is locked at once as strongly as it will be needed.",
      "Take the stronger lock the first time: two transactions that both hold the weaker one wait"
          + " for each other."),
  CLUSTER(
      "cluster",
      "A transaction locks tables of one cluster only.",
      "Split it into two transactions: the first writes an event to the outbox of its own cluster"
          + " and commits, a worker takes the event and does the rest in a second one."),
  FK_CLUSTER(
      "fk-cluster",
      "A foreign key locks its parent row; that of another cluster is a row lock there.",
      "Drop the foreign key and keep the id only, or exempt rule fk-cluster for the parent table"
          + " with a reason: its rows must then never be deleted or locked FOR UPDATE."),
  ALONE(
      "alone",
      "Tables of a cluster that is alone are locked in a transaction of their own.",
      "Do the work on the cluster that is alone in a transaction of its own, before or after."),
  NEVER(
      "never",
      "Rows of this table are never locked.",
      "Read without a lock, and append instead of changing."),
  ADMIN_ONLY(
      "admin-only",
      "Only admin flows lock rows of this table.",
      "Declare the admin flow, or leave these rows unlocked."),
  REPORTING_FK(
      "reporting-fk",
      "Reporting tables have no foreign key to tables of other clusters.",
      "Drop the foreign key; a reporting table keeps ids, nothing more."),
  HELPER_COUNT(
      "helper-count",
      "A transaction calls no more lock helpers than the policy allows.",
      "Write one helper that takes all locks of this transaction in order."),
  HELPER_PACKAGE(
      "helper-package",
      "Explicit locks stand in the helper packages only.",
      "Move the locking statement into a lock helper and call that."),
  ONE_TABLE(
      "one-table",
      "A locking clause locks rows of one table.",
      "Name the one table with FOR ... OF, and lock the others by statements of their own."),
  OPERATION(
      "operation",
      "An operation locks what it declares, in the order that it declares.",
      "Correct the code, or the operation's tables in the policy."),
  UNKNOWN_TABLE(
      "unknown-table",
      "Every table that is locked stands in the policy.",
      "Give the table a place in a cluster, or a rule."),
  UNPARSED(
      "unparsed",
      "Every statement is understood.",
      "Write it in a way that can be read, or exempt it with a reason."),
  UNFOLDED(
      "unfolded",
      "What a statement locks can be read in the source.",
      "Write the statement with the table's name in it, one for each table if need be; or allow it"
          + " with a reason."),
  UNREADABLE(
      "unreadable",
      "Every source file can be read.",
      "Correct the file, or run the check on a newer JDK if its syntax is newer."),
  ALLOW(
      "allow",
      "A comment that allows something names a rule and gives a reason.",
      "Write holdfast:allow, the id of the rule, and why it is right here.");

  private final String id;
  private final String says;
  private final String fix;

  Rule(String id, String says, String fix) {
    this.id = id;
    this.says = says;
    this.fix = fix;
  }

  public static Optional<Rule> of(String id) {
    return Arrays.stream(values()).filter(rule -> rule.id.equals(id)).findFirst();
  }

  /** The ids of all rules. */
  public static List<String> ids() {
    return Arrays.stream(values()).map(Rule::id).toList();
  }

  /** As exemptions, baselines and reports name it. */
  public String id() {
    return id;
  }

  /**
   * Whether it is about sources, not about locks: only the static check reports it, of no table.
   */
  public boolean isOfSources() {
    return this == UNFOLDED || this == UNREADABLE || this == ALLOW;
  }

  /** The rule, in a sentence. */
  public String says() {
    return says;
  }

  /** What to do about a violation, in a sentence. */
  public String fix() {
    return fix;
  }
}
