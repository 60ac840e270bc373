package dev.holdfast.spring;

import dev.holdfast.transaction.TransactionOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The {@link TransactionOptions} bean, for those who use it.
 *
 * @param lockTimeout How long one statement waits for one lock.
 * @param lockRetryInterval The pause before a transaction is tried again, on average.
 * @param maxLockRetries How often a transaction is tried again.
 * @param deadline For all attempts and pauses together. By default lock timeout + retries x
 *     interval.
 * @param slowAfter When a transaction that still runs is warned about.
 */
@ConfigurationProperties("holdfast")
public record TransactionProperties(
    @DefaultValue("30s") Duration lockTimeout,
    @DefaultValue("100ms") Duration lockRetryInterval,
    @DefaultValue("100") int maxLockRetries,
    @Nullable Duration deadline,
    @DefaultValue("10s") Duration slowAfter) {

  TransactionOptions options() {
    TransactionOptions options =
        TransactionOptions.defaults()
            .withLockTimeout(lockTimeout)
            .withRetryInterval(lockRetryInterval)
            .withMaxRetries(maxLockRetries)
            .withSlowAfter(slowAfter);
    return deadline == null ? options : options.withDeadline(deadline);
  }
}
