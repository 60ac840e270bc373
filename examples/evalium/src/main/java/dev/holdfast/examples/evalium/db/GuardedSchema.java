package dev.holdfast.examples.evalium.db;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.file.PolicyReader;
import dev.holdfast.policy.guard.GuardMode;
import dev.holdfast.policy.guard.GuardSettings;
import dev.holdfast.policy.guard.PolicyDataSource;
import dev.holdfast.policy.sql.Catalog;
import dev.holdfast.policy.sql.SqlLocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;
import org.springframework.stereotype.Component;

/**
 * Makes the tables, then puts the policy's guard around the DataSource, for whoever uses it. The
 * guard knows the catalog, so the locks of foreign keys count too.
 */
@Component
public class GuardedSchema implements BeanPostProcessor, Ordered {

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof DataSource pool ? guarded(pool) : bean;
  }

  /** After everybody else who wraps it: the guard sees what the application sends. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE;
  }

  private static DataSource guarded(DataSource pool) {
    try (Connection connection = pool.getConnection()) {
      ScriptUtils.executeSqlScript(connection, new ClassPathResource("schema.sql"));
      GuardSettings settings =
          GuardSettings.defaults()
              .withMode(GuardMode.THROW)
              .withAnalysis(SqlLocks.with(Catalog.read(connection)));
      return PolicyDataSource.wrap(pool, policy(), settings);
    } catch (SQLException e) {
      throw new IllegalStateException("the tables can't be made: " + e.getMessage(), e);
    }
  }

  /** The file beside this module's pom, which is also what `holdfast check` reads. */
  static Policy policy() {
    try {
      String text =
          new ClassPathResource("holdfast-policy.yaml").getContentAsString(StandardCharsets.UTF_8);
      return PolicyReader.parse(text, "holdfast-policy.yaml");
    } catch (IOException e) {
      throw new UncheckedIOException("the policy can't be read", e);
    }
  }
}
