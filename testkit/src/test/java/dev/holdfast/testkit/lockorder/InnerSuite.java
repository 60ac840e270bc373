package dev.holdfast.testkit.lockorder;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs classes as a suite of their own, with the extension detected; elsewhere they are off. */
final class InnerSuite {

  static final String INNER = "holdfast.test.inner";
  static final String TABLES =
      "create table a (id int primary key, n int); create table b (id int primary key, n int);"
          + " insert into a values (1, 0); insert into b values (1, 0)";
  static final String A = "update a set n = n + 1 where id = 1";
  static final String B = "update b set n = n + 1 where id = 1";

  private InnerSuite() {}

  /** {@code parameters}: without their prefix. */
  static EngineExecutionResults run(
      Path reports, Map<String, String> parameters, Class<?>... classes) {
    System.setProperty(INNER, "true");
    try {
      EngineTestKit.Builder kit =
          EngineTestKit.engine("junit-jupiter")
              .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
              .configurationParameter("holdfast.lock-order.report", reports.toString());
      for (Map.Entry<String, String> each : parameters.entrySet()) {
        kit = kit.configurationParameter("holdfast.lock-order." + each.getKey(), each.getValue());
      }
      for (Class<?> type : classes) {
        kit = kit.selectors(selectClass(type));
      }
      return kit.execute();
    } finally {
      System.clearProperty(INNER);
    }
  }

  static void transaction(DataSource dataSource, String... statements) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String sql : statements) {
        statement.execute(sql);
      }
      connection.commit();
    }
  }
}
