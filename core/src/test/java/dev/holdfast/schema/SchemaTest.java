package dev.holdfast.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.HoldfastSettings.SchemaMode;
import dev.holdfast.SchemaException;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Sql;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaTest {

  private static final HoldfastSettings VALIDATE =
      HoldfastSettings.defaults().withSchemaMode(SchemaMode.VALIDATE);
  private static final List<Integer> ALL = Migration.ALL.stream().map(Migration::version).toList();

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final Schema schema = Schema.of(database.dataSource());
  private final Sql sql = new Sql(database.dataSource());

  @AfterEach
  void drop() {
    database.close();
  }

  @ParameterizedTest(name = "default isolation {0}")
  @EnumSource(Isolation.class)
  @DisplayName("eight migrators at once apply each migration once")
  void concurrentMigrators(Isolation isolation) {
    sql.run(
        "alter database %s set default_transaction_isolation = '%s'"
            .formatted(database.name(), isolation));
    Queue<List<Integer>> applied = new ConcurrentLinkedQueue<>();
    Crowd.of(8).run(no -> applied.add(Schema.of(database.dataSource()).apply()));
    assertThat(applied).containsOnlyOnce(ALL);
    assertThat(applied.stream().filter(List::isEmpty)).hasSize(7);
    assertThat(schema.verify()).isEmpty();
  }

  @Test
  @DisplayName("applying twice changes nothing")
  void applyTwice() {
    assertThat(schema.info()).isEmpty();
    assertThat(schema.apply()).isEqualTo(ALL);
    String before =
        sql.text("select string_agg(m::text, '|' order by version) from holdfast.migration m");
    assertThat(schema.apply()).isEmpty();
    assertThat(
            sql.text("select string_agg(m::text, '|' order by version) from holdfast.migration m"))
        .isEqualTo(before);
    assertThat(schema.info())
        .hasValueSatisfying(info -> assertThat(info.version()).isEqualTo(Migration.latest()));
  }

  @Test
  @DisplayName("a library refuses a schema with a breaking change that it does not know")
  void newerAndBreaking() {
    schema.apply();
    sql.run("insert into holdfast.migration values (999, '999_future', true, 'x')");
    assertThatThrownBy(() -> Holdfast.on(database.dataSource()))
        .isInstanceOf(SchemaException.class)
        .hasMessageContainingAll("999", "upgrade the library");
    assertThat(schema.verify()).hasSize(1);
  }

  @Test
  @DisplayName("a library works with a newer schema whose changes break nothing")
  void newerNotBreaking() {
    schema.apply();
    sql.run("insert into holdfast.migration values (999, '999_future', false, 'x')");
    try (Holdfast holdfast = Holdfast.on(database.dataSource(), VALIDATE)) {
      assertThat(holdfast.leases().tryAcquire("x")).isPresent();
    }
  }

  @Test
  @DisplayName("validating says what is missing and what to run")
  void validate() {
    assertThatThrownBy(() -> Holdfast.on(database.dataSource(), VALIDATE))
        .isInstanceOf(SchemaException.class)
        .hasMessageContainingAll("no schema holdfast", "holdfast schema apply");
    assertThat(schema.verify()).hasSize(1);
    schema.apply();
    sql.run("delete from holdfast.migration where version = ?", Migration.latest());
    assertThatThrownBy(() -> Holdfast.on(database.dataSource(), VALIDATE))
        .isInstanceOf(SchemaException.class)
        .hasMessageContainingAll("this library needs " + Migration.latest(), "schema apply");
  }

  @Test
  @DisplayName("verifying finds a migration that was applied from a different text")
  void changedChecksum() {
    schema.apply();
    sql.run("update holdfast.migration set checksum = 'other' where version = 2");
    assertThat(schema.verify()).singleElement().asString().contains("002_leases", "different text");
  }

  @Test
  @DisplayName("the printed script, run by hand, is the schema that the library applies")
  void print() {
    sql.run(Schema.print());
    assertThat(schema.verify()).isEmpty();
    assertThat(schema.apply()).isEmpty();
    try (Holdfast holdfast = Holdfast.on(database.dataSource(), VALIDATE)) {
      assertThat(holdfast.leases().tryAcquire("x")).isPresent();
    }
  }

  @Test
  @DisplayName("settings are checked, and buckets are fixed once there are leases")
  void configure() {
    schema.apply();
    for (String bad :
        List.of(
            "p_max_ttl => '0'",
            "p_max_ttl => '-1 hour'",
            "p_history_retention => '-1 day'",
            "p_idle_retention => '0'",
            "p_idle_retention => '-1 day'",
            "p_buckets => 0",
            "p_buckets => 1025")) {
      assertThatThrownBy(() -> sql.run("select holdfast.configure(" + bad + ")"))
          .as(bad)
          .hasMessageContaining("durations are positive");
    }
    sql.run("select holdfast.configure(p_buckets => 8, p_max_ttl => '1 hour')");
    assertThat(schema.info())
        .hasValueSatisfying(
            info -> {
              assertThat(info.buckets()).isEqualTo(8);
              assertThat(info.maxTtl()).hasHours(1);
            });
    sql.run("select holdfast.acquire('x')");
    assertThatThrownBy(() -> sql.run("select holdfast.configure(p_buckets => 16)"))
        .hasMessageContaining("fixed once there are leases");
  }
}
