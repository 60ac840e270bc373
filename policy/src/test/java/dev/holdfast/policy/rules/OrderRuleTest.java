package dev.holdfast.policy.rules;

import static dev.holdfast.policy.rules.Transactions.SHOP;
import static dev.holdfast.policy.rules.Transactions.deferred;
import static dev.holdfast.policy.rules.Transactions.explicit;
import static dev.holdfast.policy.rules.Transactions.forUpdate;
import static dev.holdfast.policy.rules.Transactions.ids;
import static dev.holdfast.policy.rules.Transactions.insert;
import static dev.holdfast.policy.rules.Transactions.look;
import static dev.holdfast.policy.rules.Transactions.nowait;
import static dev.holdfast.policy.rules.Transactions.statement;
import static dev.holdfast.policy.rules.Transactions.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.Violation;
import dev.holdfast.policy.sql.Lock;
import dev.holdfast.policy.sql.LockMode;
import dev.holdfast.policy.sql.Origin;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OrderRuleTest {

  private final TransactionRules rules = new TransactionRules(SHOP, Actor.undeclared());

  @Test
  @DisplayName("P1: tables locked in the cluster's order break nothing, those locked twice neither")
  void inOrder() {
    assertThat(ids(rules, forUpdate("customers"), update("orders"), update("order_lines")))
        .isEmpty();
    assertThat(ids(rules, update("customers"), forUpdate("customers"), update("orders"))).isEmpty();
  }

  @Test
  @DisplayName("P1: a table locked after one that ranks behind it is named, with the order and why")
  void outOfOrder() {
    rules.add(statement(update("order_lines")));
    List<Violation> found = rules.add(statement(forUpdate("public.customers")));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).rule()).isEqualTo("order");
    assertThat(found.get(0).table()).isEqualTo(TableName.of("public.customers"));
    assertThat(found.get(0).reason())
        .contains("public.customers FOR UPDATE", "order_lines", "cluster sales");
    assertThat(found.get(0).fix()).isNotBlank();
    assertThat(rules.add(statement(forUpdate("customers")))).as("told once").isEmpty();
  }

  @Test
  @DisplayName("P1: cascades, triggers and unique values count for the order, with their origin")
  void hiddenLocks() {
    rules.add(statement(update("orders")));
    Lock cascade =
        new Lock(
            TableName.of("customers"),
            LockMode.UPDATE,
            Origin.CASCADE,
            "FK c_fk: ON DELETE CASCADE");
    List<Violation> found = rules.add(statement(cascade));
    assertThat(found).extracting(Violation::rule).containsExactly("order");
    assertThat(found.get(0).reason()).contains("FK c_fk: ON DELETE CASCADE");
    assertThat(ids(SHOP, insert("orders"), insert("customers"))).containsExactly("order");
  }

  @Test
  @DisplayName("P1: a foreign key that looks at its parent too late has a rule of its own")
  void foreignKey() {
    assertThat(ids(SHOP, insert("order_lines"), look("orders"))).containsExactly("fk-order");
    assertThat(
            ids(
                SHOP,
                explicit("orders", LockMode.KEY_SHARE),
                insert("order_lines"),
                look("orders")))
        .isEmpty();
  }

  @Test
  @DisplayName("P1: a stronger lock on the same table is an upgrade where two would deadlock")
  void upgrade() {
    assertThat(ids(SHOP, explicit("orders", LockMode.SHARE), update("orders")))
        .containsExactly("upgrade");
    assertThat(ids(SHOP, look("orders"), forUpdate("orders"))).containsExactly("upgrade");
    assertThat(ids(SHOP, update("orders"), forUpdate("orders"))).containsExactly("upgrade");
    assertThat(ids(SHOP, look("orders"), update("orders"))).as("passes").isEmpty();
    assertThat(ids(SHOP, forUpdate("orders"), update("orders"))).as("weaker").isEmpty();
  }

  @Test
  @DisplayName("P1: of two that deadlock on one row, by locking it twice, at least one is reported")
  void upgradesAreComplete() {
    List<LockMode> modes =
        List.of(LockMode.KEY_SHARE, LockMode.SHARE, LockMode.NO_KEY_UPDATE, LockMode.UPDATE);
    for (LockMode held : modes) {
      for (LockMode otherHeld : modes) {
        for (LockMode wanted : modes) {
          for (LockMode otherWanted : modes) {
            boolean deadlock =
                !held.conflictsWith(otherHeld)
                    && wanted.conflictsWith(otherHeld)
                    && otherWanted.conflictsWith(held);
            boolean reported =
                Modes.isUpgrade(held, wanted) || Modes.isUpgrade(otherHeld, otherWanted);
            assertThat(reported || !deadlock)
                .as("%s to %s and %s to %s", held, wanted, otherHeld, otherWanted)
                .isTrue();
          }
        }
      }
    }
  }

  @Test
  @DisplayName("P1: a table lock after row locks is an upgrade, and before them it includes them")
  void tableLocks() {
    Lock whole =
        new Lock(
            TableName.of("customers"), LockMode.TABLE_EXCLUSIVE, Origin.TABLE_LOCK, "LOCK TABLE");
    assertThat(ids(SHOP, update("customers"), whole)).containsExactly("upgrade");
    assertThat(ids(SHOP, whole, update("orders"), forUpdate("customers"))).isEmpty();
    assertThat(ids(SHOP, update("orders"), whole)).containsExactly("order");
  }

  @Test
  @DisplayName("P1: a row written under a table lock that others may have too is an upgrade")
  void sharedTableLock() {
    Lock shared =
        new Lock(TableName.of("customers"), LockMode.TABLE_SHARE, Origin.TABLE_LOCK, "LOCK TABLE");
    assertThat(ids(SHOP, shared, update("customers"))).containsExactly("upgrade");
    assertThat(ids(SHOP, shared, forUpdate("customers"))).as("only reads").isEmpty();
    Lock passing =
        new Lock(TableName.of("customers"), LockMode.TABLE_ACCESS_SHARE, Origin.DML, "SELECT");
    Lock truncate =
        new Lock(
            TableName.of("customers"),
            LockMode.TABLE_ACCESS_EXCLUSIVE,
            Origin.TABLE_LOCK,
            "TRUNCATE");
    assertThat(ids(SHOP, passing, truncate)).containsExactly("upgrade");
    assertThat(ids(SHOP, truncate, shared, update("customers"))).isEmpty();
  }

  @Test
  @DisplayName("P1: a lock that does not wait breaks no order; one that comes after it may")
  void doesNotWait() {
    assertThat(ids(SHOP, update("orders"), nowait(forUpdate("customers")))).isEmpty();
    assertThat(ids(SHOP, nowait(forUpdate("orders")), forUpdate("customers")))
        .containsExactly("order");
  }

  @Test
  @DisplayName("P1: what was locked after a savepoint is forgotten when it is rolled back to")
  void savepoints() {
    Object start = rules.mark();
    rules.add(statement(update("order_lines")));
    Object later = rules.mark();
    rules.backTo(start);
    assertThat(ids(rules, update("customers"), update("order_lines"))).isEmpty();
    assertThat(ids(rules, update("orders"))).as("of what is held still").containsExactly("order");
    rules.backTo(start);
    assertThatThrownBy(() -> rules.backTo(later)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rules.backTo("x")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("P1: deferred locks count at the commit, unless a savepoint took them back")
  void atCommit() {
    Object start = rules.mark();
    assertThat(ids(rules, update("order_lines"), deferred(look("orders")))).isEmpty();
    assertThat(rules.atCommit()).extracting(Violation::rule).containsExactly("fk-order");
    rules.backTo(start);
    assertThat(rules.atCommit()).isEmpty();
  }

  @Test
  @DisplayName("P1: what each statement locks of a table in passing counts for nothing by itself")
  void inPassing() {
    Lock passing =
        new Lock(TableName.of("nowhere"), LockMode.TABLE_ACCESS_SHARE, Origin.DML, "SELECT");
    assertThat(ids(rules, passing)).isEmpty();
  }
}
