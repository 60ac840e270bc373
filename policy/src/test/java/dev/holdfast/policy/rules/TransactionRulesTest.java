package dev.holdfast.policy.rules;

import static dev.holdfast.policy.rules.Transactions.SHOP;
import static dev.holdfast.policy.rules.Transactions.forUpdate;
import static dev.holdfast.policy.rules.Transactions.ids;
import static dev.holdfast.policy.rules.Transactions.insert;
import static dev.holdfast.policy.rules.Transactions.look;
import static dev.holdfast.policy.rules.Transactions.nowait;
import static dev.holdfast.policy.rules.Transactions.statement;
import static dev.holdfast.policy.rules.Transactions.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Exemption;
import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.Rule;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.sql.StatementLocks;
import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransactionRulesTest {

  private final TransactionRules rules = new TransactionRules(SHOP, Actor.undeclared());

  @Test
  @DisplayName(
      "P6: locks of two clusters in one transaction are refused, and the outbox is offered")
  void crossing() {
    rules.add(statement(update("orders")));
    List<Violation> found = rules.add(statement(nowait(forUpdate("items"))));
    assertThat(found).extracting(Violation::rule).containsExactly("cluster");
    assertThat(found.get(0).reason()).contains("items", "cluster stock", "cluster sales");
    assertThat(found.get(0).fix()).contains("outbox", "two transactions");
    assertThat(ids(rules, update("order_lines"))).as("of its own cluster").isEmpty();
  }

  @Test
  @DisplayName("P6: a foreign key that looks into another cluster is told apart, early or late")
  void foreignKeyCrossing() {
    assertThat(ids(SHOP, insert("orders"), look("items"))).containsExactly("fk-cluster");
    assertThat(ids(SHOP, look("items"), insert("orders"))).containsExactly("fk-cluster");
    assertThat(ids(SHOP, look("items"))).isEmpty();
    assertThat(ids(SHOP, insert("sales_by_day"), look("orders"))).containsExactly("reporting-fk");
  }

  @Test
  @DisplayName("P6: a cluster that is alone is locked with no other, whichever comes first")
  void alone() {
    Actor admin = Actor.undeclared().asAdmin();
    assertThat(ids(new TransactionRules(SHOP, admin), forUpdate("users"), update("orders")))
        .containsExactly("alone");
    assertThat(ids(new TransactionRules(SHOP, admin), update("orders"), forUpdate("users")))
        .containsExactly("alone");
    assertThat(ids(new TransactionRules(SHOP, admin), forUpdate("users"), update("roles")))
        .isEmpty();
  }

  @Test
  @DisplayName("P1: admin-only rows are locked by admin flows only")
  void adminOnly() {
    assertThat(ids(rules, forUpdate("users"))).containsExactly("admin-only");
    Policy declared = SHOP.withOperations(List.of(PolicyOperation.of("Grant", "core", "users")));
    TransactionRules grant = new TransactionRules(declared, Actor.of("Grant"));
    assertThat(ids(grant, forUpdate("users"))).as("the policy says so").isEmpty();
  }

  @Test
  @DisplayName("P1: rows that are never locked are not; appending and foreign keys are no lock")
  void never() {
    assertThat(ids(SHOP, update("tenants"))).containsExactly("never");
    assertThat(ids(SHOP, update("orders"), insert("tenants"), look("tenants"))).isEmpty();
    assertThat(ids(SHOP, insert("tenants"), update("tenants"))).containsExactly("never");
  }

  @Test
  @DisplayName("P8: a locked table that the policy does not name is found, once a transaction")
  void unknownTable() {
    assertThat(ids(rules, insert("ghosts"), update("ghosts"), insert("crm.orders2")))
        .containsExactly("unknown-table", "unknown-table");
  }

  @Test
  @DisplayName("P8: SQL that was not understood is found")
  void unparsed() {
    StatementLocks doubtful =
        new StatementLocks(Kind.STATEMENT, List.of(), List.of("cannot read DO blocks"));
    List<Violation> found = rules.add(doubtful);
    assertThat(found).extracting(Violation::rule).containsExactly("unparsed");
    assertThat(found.get(0).reason()).isEqualTo("cannot read DO blocks");
    assertThat(found.get(0).table()).isNull();
  }

  @Test
  @DisplayName("P1: an operation locks what it declares, in its order")
  void operation() {
    Policy policy =
        SHOP.withOperations(
            List.of(
                PolicyOperation.of("Place", "sales", "customers", "orders"),
                PolicyOperation.of("Backwards", "sales", "orders", "customers"),
                PolicyOperation.of("Later", "sales")));
    TransactionRules backwards = new TransactionRules(policy, Actor.of("Backwards"));
    assertThat(ids(backwards, update("customers"), update("orders"), forUpdate("customers")))
        .as("keeps the cluster's order, not its own; and then an upgrade")
        .containsExactly("operation", "upgrade");
    assertThat(
            ids(
                new TransactionRules(policy, Actor.of("Place")),
                update("customers"),
                update("orders")))
        .isEmpty();
    assertThat(ids(new TransactionRules(policy, Actor.of("Place")), update("order_lines")))
        .containsExactly("operation");
    assertThat(
            ids(new TransactionRules(policy, Actor.of("Place")), insert("orders"), look("tenants")))
        .isEmpty();
    for (String strange : List.of("Later", "Nonsense")) {
      assertThat(
              ids(
                  new TransactionRules(policy, Actor.of(strange)),
                  update("customers"),
                  update("orders")))
          .containsExactly("operation");
    }
  }

  @Test
  @DisplayName("P1: one helper a transaction, one table a locking statement, in helper packages")
  void helpers() {
    Policy strict =
        SHOP.withHelpers(
            Helpers.any().withPackages("shop.locks").withPerTransaction(1).withOneTable(true));
    TransactionRules strictly = new TransactionRules(strict, Actor.undeclared());
    assertThat(strictly.helper("lockOrder")).isEmpty();
    assertThat(strictly.helper("lockOrder")).isEmpty();
    assertThat(strictly.helper("lockItems"))
        .extracting(Violation::rule)
        .containsExactly("helper-count");

    StatementLocks two = statement(forUpdate("customers"), forUpdate("orders"));
    assertThat(strictly.add(two)).extracting(Violation::rule).containsExactly("one-table");
    assertThat(rules.add(two)).isEmpty();
    assertThat(strictly.outsideHelpers(two, "shop.web.Orders"))
        .extracting(Violation::rule)
        .containsExactly("helper-package");
    assertThat(strictly.outsideHelpers(two, "com.shop.locks.OrderLocks")).isEmpty();
    assertThat(strictly.outsideHelpers(statement(update("orders")), "shop.web.Orders")).isEmpty();
  }

  @Test
  @DisplayName("P1: an exemption holds until its day; then the violation is back, and says so")
  void exemptions() {
    Policy lenient =
        SHOP.withExemptions(
            List.of(
                Exemption.of(Rule.FK_CLUSTER, "items", "being split", LocalDate.of(2030, 6, 30))));
    assertThat(found(lenient, "2030-06-30T23:00:00Z")).isEmpty();
    List<Violation> found = found(lenient, "2030-07-01T01:00:00Z");
    assertThat(found).extracting(Violation::rule).containsExactly("fk-cluster");
    assertThat(found.get(0).reason()).contains("being split", "expired after 2030-06-30");
  }

  private static List<Violation> found(Policy policy, String now) {
    Clock clock = Clock.fixed(Instant.parse(now), ZoneOffset.UTC);
    return new TransactionRules(policy, Actor.undeclared(), clock)
        .add(statement(insert("orders"), look("items")));
  }
}
