package dev.holdfast.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Workers that are beans.
 *
 * @param enabled Whether ClaimWork and OutboxRelay beans are run in this instance.
 * @param stopTimeout How long a stopping application waits for handlers at work.
 */
@ConfigurationProperties("holdfast.workers")
public record WorkerProperties(
    @DefaultValue("true") boolean enabled, @DefaultValue("20s") Duration stopTimeout) {}
