package dev.holdfast.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.file.PolicyReader;
import dev.holdfast.policy.guard.GuardMode;
import dev.holdfast.policy.guard.Operation;
import dev.holdfast.policy.guard.PolicyDataSource;
import dev.holdfast.policy.lint.PolicyLint;
import dev.holdfast.policy.rules.TransactionRules;
import dev.holdfast.policy.sql.Catalog;
import dev.holdfast.policy.sql.LockAnalysis;
import dev.holdfast.policy.sql.SqlLocks;
import dev.holdfast.policy.sql.StatementLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/policy.md shows, run; SamplesTest of core compares the texts. */
class PolicySamplesTest {

  private static final Path PAGE = Path.of("..", "docs", "guide", "policy.md");

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final DataSource pool = database.dataSource();
  @TempDir private Path directory;

  @BeforeEach
  void tables() throws SQLException {
    run(
        pool,
        """
        create table customers (id int primary key, n int);
        create table orders (id int primary key, customer int references customers);
        create table order_lines (
          id int primary key, order_id int constraint lines_order_fk references orders on delete cascade);
        create table users (id int primary key, role text);
        create table bills (n int);
        create table boxes (n int);
        insert into customers values (7, 0);
        insert into users values (1, 'clerk');
        """);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  @DisplayName("P1: the page's policy is one, with the editor's line too, and in order")
  void policy() throws IOException {
    List<String> blocks = blocks("yaml");
    Path file = directory.resolve("holdfast-policy.yaml");
    Files.writeString(file, blocks.get(1) + blocks.get(0));
    Policy policy = PolicyReader.read(file);
    assertThat(policy.clusters()).extracting(Cluster::name).containsExactly("sales", "core");
    assertThat(PolicyLint.check(policy)).isEmpty();
  }

  @Test
  @DisplayName("P1: statements held against it, with a catalog and without")
  void rules() throws Exception {
    Policy policy = pagePolicy();
    try (Connection connection = pool.getConnection()) {
      LockAnalysis analysis = SqlLocks.with(Catalog.read(connection));

      for (StatementLocks statement : analysis.of("delete from orders where id = ?")) {
        statement.locks();
        statement.doubts();
      }
      assertThat(analysis.of("delete from orders where id = ?"))
          .singleElement()
          .satisfies(each -> assertThat(each.doubts()).isEmpty())
          .satisfies(each -> assertThat(each.locks().toString()).contains("lines_order_fk"));

      List<Object> found = new ArrayList<>();
      String sql = "update users set role = 'admin' where id = 1";
      TransactionRules rules = new TransactionRules(policy, Actor.of("PlaceOrder"));
      for (StatementLocks statement : analysis.of(sql)) {
        rules.add(statement).forEach(found::add);
      }
      assertThat(found).isNotEmpty();
    }
  }

  @Test
  @DisplayName("P4: the guard lets declared operations and admin flows through")
  void guard() throws Exception {
    Policy policy = pagePolicy();
    DataSource guarded = PolicyDataSource.wrap(pool, policy, GuardMode.THROW);

    Operation.run("PlaceOrder", () -> place(guarded, 7));
    Operation.admin(() -> setRole(guarded, 1, "admin"));
    assertThat(catchThrowable(() -> setRole(guarded, 1, "root")))
        .hasMessageContaining("rule admin-only");
  }

  @Test
  @DisplayName("P6: a refusal reads as the page shows it")
  void refusal() throws Exception {
    Path file = directory.resolve("two.yaml");
    Files.writeString(
        file,
        "holdfast-policy: 1\nclusters:\n  A:\n    tables:\n      - bills\n"
            + "\n".repeat(4)
            + "  B:\n    tables:\n      - boxes\n");
    DataSource guarded = PolicyDataSource.wrap(pool, PolicyReader.read(file), GuardMode.THROW);
    Throwable thrown;
    try (Connection connection = guarded.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("update bills set n = 1");
      thrown = catchThrowable(() -> statement.execute("update boxes set n = 1"));
    }
    assertThat(blocks("text").stream().map(PolicySamplesTest::oneLine))
        .contains(oneLine(String.valueOf(thrown.getMessage())));
  }

  private Policy pagePolicy() throws IOException {
    Path file = directory.resolve("holdfast-policy.yaml");
    Files.writeString(file, blocks("yaml").get(0));
    return PolicyReader.read(file);
  }

  private static void place(DataSource source, int customer) throws SQLException {
    run(source, "update customers set n = n + 1 where id = " + customer);
    run(source, "insert into orders values (1, " + customer + ")");
  }

  private static void setRole(DataSource source, int user, String role) throws SQLException {
    run(source, "update users set role = '%s' where id = %d".formatted(role, user));
  }

  private static void run(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> blocks(String language) throws IOException {
    Matcher found =
        Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$").matcher(Files.readString(PAGE));
    return found.results().map(block -> block.group(1)).toList();
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }
}
