package dev.holdfast.examples.tablecatalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.Together;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Timeouts, retries, deadlines, cancelling; and where their settings come from. */
class LockSettingsTest {

  @Test
  @DisplayName("E4: after all retries: 409, being modified by another operation; metrics count it")
  void lockTimeout() throws Exception {
    try (Warehouse warehouse =
        new Warehouse(
            "ICEBERG_CATALOG_LOCK_TIMEOUT=200ms",
            "ICEBERG_CATALOG_LOCK_RETRY_INTERVAL=50ms",
            "ICEBERG_CATALOG_MAX_LOCK_RETRIES=3")) {
      String table = warehouse.table();
      try (Connection other = warehouse.lockedByAnother()) {
        Answer refused = warehouse.http().post(table, Warehouse.property("a", "b"));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body().path("error").path("message").asText())
            .startsWith("table is being modified by another operation");
        other.rollback();
      }
      assertThat(warehouse.metric("iceberg_lock_retries_total")).isEqualTo(3);
      assertThat(warehouse.metric("iceberg_handler_errors_total{error=\"lock_timeout\"}"))
          .isEqualTo(1);
      assertThat(warehouse.http().post(table, Warehouse.property("a", "b")).status())
          .isEqualTo(200);
    }
  }

  @Test
  @DisplayName(
      "E4: a client's own deadline ends its wait, and so does cancelling; nothing is written")
  void deadlineAndCancel() throws Exception {
    try (Warehouse warehouse = new Warehouse()) {
      assertDefaults(warehouse.app().bean(TransactionOptions.class));
      String table = warehouse.table();
      try (Connection other = warehouse.lockedByAnother();
          Together client = new Together(1)) {
        Map<String, Object> commit = Warehouse.property("a", "b");
        Answer late = warehouse.http().send("POST", table, commit, Map.of("Prefer", "wait=1"));
        assertThat(late.status())
            .as("the lock was not had in the time left, or there was none left")
            .isIn(409, 503);
        Map<String, String> id = Map.of("X-Request-Id", "r-1");
        List<Future<Answer>> waiting =
            client.begin(no -> warehouse.http().send("POST", table, commit, id));
        Eventually.holds("it waits", Duration.ofMinutes(1), warehouse::somebodyWaits);
        Eventually.holds(
            "it is cancelled",
            Duration.ofMinutes(1),
            () ->
                warehouse.http().send("DELETE", "/v1/requests/r-1", null, Map.of()).status()
                    == 202);
        assertThat(Together.results(waiting)).allMatch(answer -> answer.status() == 503);
        other.rollback();
      }
      assertThat(warehouse.metadata(table).path("properties")).isEmpty();
      assertThat(warehouse.metric("iceberg_handler_errors_total{error=\"cancelled\"}"))
          .isEqualTo(1);
      assertThat(warehouse.http().send("DELETE", "/v1/requests/r-1", null, Map.of()).status())
          .isEqualTo(404);
    }
  }

  private static void assertDefaults(TransactionOptions options) {
    assertThat(options.patience().lockTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.patience().retryInterval()).isEqualTo(Duration.ofMillis(100));
    assertThat(options.patience().maxRetries()).isEqualTo(100);
    assertThat(options.altogether()).isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  @DisplayName("E4: serialization failures are tried again: 12 commits at once, none lost")
  void serialization() throws Exception {
    try (Warehouse warehouse =
        new Warehouse(
            "catalog.isolation=repeatable_read",
            "catalog.lock_timeout=20s",
            "catalog.lock_retry_interval=20ms",
            "catalog.max_lock_retries=200",
            "catalog.deadline=50s")) {
      TransactionOptions options = warehouse.app().bean(TransactionOptions.class);
      assertThat(options.patience())
          .as("by YAML's names, too")
          .isEqualTo(
              TransactionOptions.defaults()
                  .withLockTimeout(Duration.ofSeconds(20))
                  .withRetryInterval(Duration.ofMillis(20))
                  .withMaxRetries(200)
                  .patience());
      assertThat(options.altogether()).isEqualTo(Duration.ofSeconds(50));
      String table = warehouse.table();
      int rounds = 0;
      do { // on a busy machine twelve may come one after the other, by chance
        String round = "p" + rounds++ + "-";
        List<Answer> answers =
            Together.run(
                12, no -> warehouse.http().post(table, Warehouse.property(round + no, "x")));
        assertThat(answers).allMatch(answer -> answer.status() == 200);
      } while (warehouse.metric("iceberg_lock_retries_total") == 0 && rounds < 20);
      assertThat(warehouse.metadata(table).path("properties")).hasSize(12 * rounds);
      assertThat(warehouse.metric("iceberg_lock_retries_total"))
          .as("PostgreSQL did say 40001")
          .isPositive();
    }
  }
}
