package dev.holdfast.server.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** Actors whose transactions lock several tables, under the guard of a policy. */
final class Tables {

  private static final List<List<String>> RIGHT =
      List.of(
          List.of("demo.customers", "demo.orders", "demo.items"),
          List.of("demo.orders", "demo.items"),
          List.of("demo.warehouses", "demo.shelves"));

  private static final List<List<String>> WRONG =
      List.of(List.of("demo.items", "demo.orders"), List.of("demo.shelves", "demo.customers"));

  private Tables() {}

  /** As the policy has it. */
  static void inOrder(Stage stage, DataSource guarded) throws SQLException, InterruptedException {
    lock(guarded, RIGHT.get(stage.random().nextInt(RIGHT.size())));
    stage.work(200, 800);
  }

  /** Nobody told the intern. */
  static void asItComes(Stage stage, DataSource guarded) throws SQLException, InterruptedException {
    lock(guarded, WRONG.get(stage.random().nextInt(WRONG.size())));
    stage.work(8_000, 20_000);
  }

  private static void lock(DataSource guarded, List<String> tables) throws SQLException {
    try (Connection connection = guarded.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String table : tables) {
        statement.execute("select * from " + table + " for update");
      }
      connection.commit();
    }
  }
}
