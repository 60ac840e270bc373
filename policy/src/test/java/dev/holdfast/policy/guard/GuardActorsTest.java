package dev.holdfast.policy.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.Helpers;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.guard.locks.PaymentLocks;
import dev.holdfast.policy.rules.TransactionRules;
import dev.holdfast.policy.sql.SqlLocks;
import dev.holdfast.policy.sql.StatementLocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GuardActorsTest {

  private static final Policy HELPED =
      GuardLab.POLICY.withHelpers(
          Helpers.any().withPackages("dev.holdfast.policy.guard.locks").withPerTransaction(1));

  private static GuardLab lab;

  private Connection connection;
  private Statement statement;

  @BeforeAll
  static void create() throws SQLException {
    lab = new GuardLab();
  }

  @AfterAll
  static void drop() {
    lab.close();
  }

  @BeforeEach
  void open() throws SQLException {
    use(GuardLab.POLICY);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void use(Policy policy) throws SQLException {
    connection = lab.guarded(policy, GuardMode.THROW).getConnection();
    connection.setAutoCommit(false);
    statement = connection.createStatement();
  }

  @Test
  @DisplayName("P4: an operation locks what it declared, and nothing else")
  void operation() throws SQLException {
    Operation.run(
        "Pay",
        () -> {
          statement.execute("update accounts set n = 1");
          statement.execute("update bills set n = 1");
          assertThatThrownBy(() -> statement.execute("update credits set n = 1"))
              .isInstanceOf(PolicyViolationException.class)
              .hasMessageContaining("rule operation")
              .hasMessageContaining("Operation: Pay");
        });
    connection.commit();
    statement.execute("update credits set n = 1");
  }

  @Test
  @DisplayName("P4: an operation that the policy does not know is refused at each lock")
  void unknownOperation() throws SQLException {
    Operation.run(
        "Pya",
        () -> {
          for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> statement.execute("update accounts set n = 1"))
                .isInstanceOf(PolicyViolationException.class)
                .hasMessageContaining("Pya is not in the policy");
          }
        });
  }

  @Test
  @DisplayName("P4: what was complained of and undone is complained of again")
  void complainedAgain() {
    StatementLocks update = SqlLocks.plain().of("update accounts set n = 1").get(0);
    TransactionRules rules = new TransactionRules(GuardLab.POLICY, Actor.of("Pya"));
    Object before = rules.mark();

    assertThat(rules.add(update)).hasSize(1);
    rules.backTo(before);
    assertThat(rules.add(update)).hasSize(1);
  }

  @Test
  @DisplayName("P4: admin flows lock what is kept for them")
  void admin() throws SQLException {
    String users = "update users set n = 1";
    Operation.admin(() -> statement.execute(users));
    connection.commit();
    assertThatThrownBy(() -> statement.execute(users)).hasMessageContaining("rule admin-only");
    Operation.admin(
        "SetRole",
        () -> {
          statement.execute("update roles set n = 1");
          statement.execute(users);
        });
    connection.commit();
    assertThatThrownBy(() -> statement.execute(users)).hasMessageContaining("rule admin-only");
  }

  @Test
  @DisplayName("P4: a lock of Holdfast's own is nobody's: an operation may be declared after it")
  void declaredAfterHoldfasts() throws SQLException {
    try (Connection plain = lab.plain().getConnection();
        Statement create = plain.createStatement()) {
      create.execute("create schema holdfast; create table holdfast.job (id int)");
    }
    statement.execute("update holdfast.job set id = 1");
    Operation.run("Pay", () -> statement.execute("update accounts set n = 1"));
    connection.commit();
    statement.execute("update holdfast.job set id = 1");
    assertThatThrownBy(() -> statement.execute("update users set n = 1"))
        .as("what comes after it is looked at")
        .hasMessageContaining("rule admin-only");
  }

  @Test
  @DisplayName("P4: an operation declared after the first lock is a finding, one within is not")
  void declaredLate() throws SQLException {
    statement.execute("update accounts set n = 1");
    Operation.run(
        "Pay",
        () ->
            assertThatThrownBy(() -> statement.execute("update bills set n = 1"))
                .hasMessageContaining("operation Pay was declared after")
                .hasMessageContaining("first lock"));
    connection.rollback();
    Operation.run("Pay", () -> statement.execute("update accounts set n = 1"));
    statement.execute("update bills set n = 1");
  }

  @Test
  @DisplayName("P4: declarations nest, end with their block, and are the thread's own")
  void nesting() throws Exception {
    assertThat(Operation.current()).isEqualTo(Actor.undeclared());
    String inner =
        Operation.call(
            "Pay",
            () -> {
              Operation.run(
                  "SetRole", () -> assertThat(Operation.current()).isEqualTo(Actor.of("SetRole")));
              assertThat(CompletableFuture.supplyAsync(Operation::current).get())
                  .isEqualTo(Actor.undeclared());
              return Operation.current().operation();
            });
    assertThat(inner).isEqualTo("Pay");
    assertThatThrownBy(
            () ->
                Operation.run(
                    "Pay",
                    () -> {
                      throw new IllegalStateException("work failed");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Operation.current()).isEqualTo(Actor.undeclared());
  }

  @Test
  @DisplayName("P4: explicit locks outside the helper packages are refused, with the class's name")
  void outsideHelpers() throws SQLException {
    use(HELPED);
    assertThatThrownBy(() -> statement.execute("select * from accounts for update"))
        .hasMessageContaining("rule helper-package")
        .hasMessageContaining("dev.holdfast.policy.guard.GuardActorsTest");
    statement.execute("update accounts set n = 1");
    connection.commit();
    PaymentLocks.lockAccountsAndBills(connection);
    connection.commit();
  }

  @Test
  @DisplayName("P4: one helper a transaction, found on the stack")
  void oneHelperByStack() throws SQLException {
    use(HELPED);
    PaymentLocks.lockAccounts(connection);
    PaymentLocks.lockAccounts(connection);
    assertThatThrownBy(() -> PaymentLocks.lockAccountsAndBills(connection))
        .hasMessageContaining("rule helper-count")
        .hasMessageContaining("PaymentLocks.lockAccounts, PaymentLocks.lockAccountsAndBills");
    connection.rollback();
    PaymentLocks.lockAccountsAndBills(connection);
    connection.commit();
  }

  @Test
  @DisplayName("P4: a helper is found behind a class of the program's that passes statements on")
  void helperBehindWrapper() throws SQLException {
    use(HELPED);
    PaymentLocks.lockAccounts(sql -> statement.execute(sql));
    assertThatThrownBy(() -> PaymentLocks.lockAccountsAndBills(connection))
        .hasMessageContaining("rule helper-count");
    connection.rollback();
  }

  @Test
  @DisplayName("P4: one helper a transaction, by its own word")
  void oneHelperByName() throws SQLException {
    use(GuardLab.POLICY.withHelpers(Helpers.any().withPerTransaction(1)));
    LockHelpers.run(
        "First",
        () -> {
          statement.execute("select * from accounts for update");
          LockHelpers.run(
              "Second",
              () ->
                  assertThatThrownBy(() -> statement.execute("select * from bills for update"))
                      .hasMessageContaining("rule helper-count")
                      .hasMessageContaining("First, Second"));
          statement.execute("select * from bills for update");
        });
    connection.commit();
    LockHelpers.run("Second", () -> statement.execute("select * from bills for update"));
  }
}
