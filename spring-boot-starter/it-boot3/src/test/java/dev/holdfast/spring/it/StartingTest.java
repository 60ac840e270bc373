package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.SchemaException;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import dev.holdfast.spring.Leased;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

@ExtendWith(OutputCaptureExtension.class)
class StartingTest {

  static class Work {
    @Leased(resource = "x")
    public String run() {
      return "done";
    }
  }

  @SpringBootConfiguration
  @EnableAutoConfiguration
  static class SmallApp {
    @Bean
    Work work() {
      return new Work();
    }
  }

  @SpringBootConfiguration
  @EnableAutoConfiguration(
      excludeName = {
        "org.springframework.boot.autoconfigure.jooq.JooqAutoConfiguration",
        "org.springframework.boot.jooq.autoconfigure.JooqAutoConfiguration"
      })
  static class TwoDataSources {

    @Bean
    DataSource orders(Environment environment) {
      return pool(environment);
    }

    @Bean
    DataSource reports(Environment environment) {
      return pool(environment);
    }

    private static HikariDataSource pool(Environment environment) {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl(environment.getRequiredProperty("spring.datasource.url"));
      pool.setUsername(environment.getRequiredProperty("spring.datasource.username"));
      return pool;
    }
  }

  @Test
  @DisplayName("validate: a missing schema fails the start and the report says what to run")
  void validates(CapturedOutput output) throws IOException {
    try (TestDatabase database = App.database()) {
      assertThatThrownBy(
              () -> App.plain(database, SmallApp.class, "holdfast.schema=validate").close())
          .rootCause()
          .isInstanceOf(SchemaException.class);
    }
    assertThat(output.getAll())
        .contains("APPLICATION FAILED TO START")
        .contains("holdfast.schema=apply")
        .contains("psql -v ON_ERROR_STOP=1 -f ");
    Matcher script = Pattern.compile("-f (\\S+\\.sql)").matcher(output.getAll());
    assertThat(script.find()).isTrue();
    assertThat(Path.of(script.group(1))).content().contains("create schema");
    Files.delete(Path.of(script.group(1)));
  }

  @Test
  @DisplayName(
      "none: the application starts without the schema; the first use says what is missing")
  void none() {
    try (TestDatabase database = App.database();
        App app = App.plain(database, SmallApp.class, "holdfast.schema=none")) {
      assertThatThrownBy(() -> app.get(Work.class).run())
          .rootCause()
          .isInstanceOf(SchemaException.class);
      Schema.of(database.dataSource()).apply();
      assertThat(app.get(Work.class).run()).isEqualTo("done");
    }
  }

  @Test
  @DisplayName("several DataSources: one has to be named, and the report says how")
  void several(CapturedOutput output) {
    try (TestDatabase database = App.database()) {
      assertThatThrownBy(() -> App.plain(database, TwoDataSources.class).close())
          .hasStackTraceContaining("there are several DataSources");
      assertThat(output.getAll())
          .contains("Set holdfast.data-source")
          .contains("[orders, reports]");
      assertThatThrownBy(
              () ->
                  App.plain(database, TwoDataSources.class, "holdfast.data-source=nobody").close())
          .hasStackTraceContaining("no DataSource has that name");
      try (App app = App.plain(database, TwoDataSources.class, "holdfast.data-source=reports")) {
        assertThat(app.get(Holdfast.class).leases().tryAcquire("x")).isPresent();
      }
    }
  }
}
