package dev.holdfast.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Configuration;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.HoldfastSettings.SchemaMode;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.transaction.TransactionOptions.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

  private static Patience patience(String lockTimeout, String interval, int retries) {
    return new Patience(
        Duration.parse("PT" + lockTimeout), Duration.parse("PT" + interval), retries);
  }

  @Test
  @DisplayName("W1 W6: the defaults and the presets are the sources'")
  void presets() {
    assertThat(TransactionOptions.defaults().patience()).isEqualTo(patience("30S", "0.1S", 100));
    assertThat(TransactionOptions.quick().patience()).isEqualTo(patience("5S", "0.05S", 20));
    assertThat(TransactionOptions.highContention().patience())
        .isEqualTo(patience("5S", "0.05S", 200));
    assertThat(TransactionOptions.lowContention().patience())
        .isEqualTo(patience("60S", "0.5S", 10));
    assertThat(TransactionOptions.batch().patience()).isEqualTo(patience("120S", "1S", 60));
    assertThat(TransactionOptions.workflow().patience().lockTimeout())
        .isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  @DisplayName("W6: settings come from properties")
  void properties() {
    Properties properties = new Properties();
    properties.setProperty("holdfast.lock_timeout", "PT7S");
    properties.setProperty("holdfast.lock_retry_interval", "250ms");
    properties.setProperty("holdfast.max_lock_retries", "7");
    properties.setProperty("holdfast.deadline", "2m");
    properties.setProperty("holdfast.holder", "web-3");
    properties.setProperty("holdfast.schema_mode", "validate");
    properties.setProperty("other.thing", "is none of ours");
    Configuration configuration = Configuration.of(properties);
    TransactionOptions options = TransactionOptions.from(configuration);
    assertThat(options.patience()).isEqualTo(patience("7S", "0.25S", 7));
    assertThat(options.altogether()).isEqualTo(Duration.ofMinutes(2));
    HoldfastSettings settings = HoldfastSettings.from(configuration);
    assertThat(settings.holder()).isEqualTo("web-3");
    assertThat(settings.schemaMode()).isEqualTo(SchemaMode.VALIDATE);
    assertThat(settings.patience()).isEqualTo(HoldfastSettings.defaults().patience());
  }

  @Test
  @DisplayName("W6: settings come from the environment")
  void environment() {
    Configuration configuration =
        Configuration.of(
            Map.of(
                "HOLDFAST_LOCK_TIMEOUT", "3s",
                "HOLDFAST_MAX_LOCK_RETRIES", "3",
                "HOLDFAST_PATIENCE", "4s",
                "HOLDFAST_MAX_PENDING", "5",
                "HOLDFAST_URL", "is the command line's",
                "PATH", "/bin"));
    assertThat(TransactionOptions.from(configuration).patience())
        .isEqualTo(patience("3S", "0.1S", 3));
    assertThat(HoldfastSettings.from(configuration).patience()).isEqualTo(Duration.ofSeconds(4));
    assertThat(HoldfastSettings.from(configuration).maxPending()).isEqualTo(5);
    assertThat(TransactionOptions.from(Configuration.of(Map.of())))
        .isEqualTo(TransactionOptions.defaults());
  }

  @Test
  @DisplayName("W6: the source's names are read too, ours win")
  void names() {
    Map<String, String> source =
        Map.of(
            "catalog.lock_timeout", "5s",
            "catalog.lock_retry_interval", "50ms",
            "ICEBERG_CATALOG_MAX_LOCK_RETRIES", "200",
            "catalog.name", "is none of ours");
    assertThat(TransactionOptions.from(Configuration.of(source)))
        .isEqualTo(TransactionOptions.highContention());
    Map<String, String> both = Map.of("catalog.lock_timeout", "5s", "holdfast.lock_timeout", "6s");
    assertThat(TransactionOptions.from(Configuration.of(both)).patience().lockTimeout())
        .isEqualTo(Duration.ofSeconds(6));
  }

  @ParameterizedTest
  @CsvSource({
    "holdfast.lock_timeot, 5s, no such setting: holdfast.lock_timeot",
    "holdfast.lock_timeout, soon, holdfast.lock_timeout must be a duration",
    "holdfast.lock_timeout, 5, holdfast.lock_timeout must be a duration",
    "HOLDFAST_MAX_LOCK_RETRIES, many, HOLDFAST_MAX_LOCK_RETRIES must be a whole number",
    "holdfast.lock_timeout, 0s, lock_timeout must be between 1 ms",
    "holdfast.max_lock_retries, -1, max_lock_retries must be between 0"
  })
  @DisplayName("W6: a key that nobody knows and a bad value are errors which name the key")
  void bad(String key, String value, String message) {
    assertThatThrownBy(() -> TransactionOptions.from(Configuration.of(Map.of(key, value))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.000999S", "PT-1S"})
  @DisplayName("W7: a lock timeout below 1 ms is refused: PostgreSQL reads it as for ever")
  void tooShort(String lockTimeout) {
    assertThatThrownBy(
            () -> TransactionOptions.defaults().withLockTimeout(Duration.parse(lockTimeout)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("for ever");
  }
}
