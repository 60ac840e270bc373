package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.policy.file.PolicyReader;
import dev.holdfast.policy.guard.GuardMode;
import dev.holdfast.policy.guard.GuardSettings;
import dev.holdfast.policy.guard.OrderReports;
import dev.holdfast.policy.guard.PolicyDataSource;
import dev.holdfast.schema.Schema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The orders in which guarded transactions lock tables")
class OrderReportsTest {
  private static final String POLICY =
      """
      holdfast-policy: 1
      clusters:
        shop:
          order: listed
          tables: [customers, orders, items]
      """;

  private final TestDatabase database = PostgresServer.shared().createDatabase();

  @BeforeEach
  void tables() throws SQLException {
    Schema.of(database.dataSource()).apply();
    run(
        database.dataSource(),
        "create table customers (id int primary key); create table orders (id int primary key);"
            + " create table items (id int primary key)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  @DisplayName("are counted and told to the database, for the console")
  void told() throws SQLException {
    try (OrderReports reports = OrderReports.to(database.dataSource(), "shop")) {
      DataSource guarded = guarded(reports);
      for (int i = 0; i < 3; i++) {
        transaction(guarded, "customers", "orders", "items");
      }
      transaction(guarded, "items", "orders"); // against the policy
      transaction(guarded, "orders", "orders");
      transaction(guarded, "customers");
    }
    assertThat(seen())
        .containsExactly(
            "customers items shop 3",
            "customers orders shop 3",
            "items orders shop 1",
            "orders items shop 3");
  }

  @Test
  @DisplayName("add up over programs and over time")
  void addUp() throws SQLException {
    for (String application : List.of("shop", "office", "shop")) {
      try (OrderReports reports = OrderReports.to(database.dataSource(), application)) {
        transaction(guarded(reports), "customers", "orders");
      }
    }
    assertThat(seen()).containsExactly("customers orders office 1", "customers orders shop 2");
  }

  private DataSource guarded(OrderReports reports) {
    GuardSettings settings = GuardSettings.defaults().withMode(GuardMode.WARN).withReports(reports);
    return PolicyDataSource.wrap(
        database.dataSource(), PolicyReader.parse(POLICY, "policy.yaml"), settings);
  }

  private static void transaction(DataSource source, String... tables) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String table : tables) {
        statement.execute("select * from " + table + " for update");
      }
      connection.commit();
    }
  }

  private List<String> seen() throws SQLException {
    List<String> seen = new ArrayList<>();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select held || ' ' || wanted || ' ' || application || ' ' || seen"
                    + " from holdfast.observed_orders() order by 1")) {
      while (row.next()) {
        seen.add(row.getString(1));
      }
    }
    return seen;
  }

  private static void run(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
