package dev.holdfast.examples.tablecatalog;

import dev.holdfast.Configuration;
import dev.holdfast.Conflict;
import dev.holdfast.transaction.IsolationLevel;
import dev.holdfast.transaction.TransactionOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.core.env.Environment;

/**
 * Settings {@code catalog.*}; application.yaml takes them from the environment, too. Holdfast reads
 * and checks them: {@code 30s}, {@code 100ms}; a lock timeout of 0 is refused.
 */
final class CatalogSettings {
  private CatalogSettings() {}

  private static final List<String> KEYS =
      List.of("lock_timeout", "lock_retry_interval", "max_lock_retries");

  static TransactionOptions options(Environment environment) {
    Map<String, String> texts = new HashMap<>();
    for (String key : KEYS) {
      texts.put("catalog." + key, environment.getRequiredProperty("catalog." + key));
    }
    texts.put("holdfast.deadline", environment.getRequiredProperty("catalog.deadline"));
    String isolation = environment.getRequiredProperty("catalog.isolation");
    return TransactionOptions.from(Configuration.of(texts))
        .withRetryOn(Conflict.LOCK_TIMEOUT, Conflict.DEADLOCK, Conflict.SERIALIZATION)
        .withIsolation(IsolationLevel.valueOf(isolation.toUpperCase(Locale.ROOT)));
  }
}
