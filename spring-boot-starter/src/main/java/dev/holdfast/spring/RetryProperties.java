package dev.holdfast.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@link RetryOnConflict} methods do unless they say otherwise.
 *
 * @param attempts How often a @RetryOnConflict method runs at most, the first time included.
 * @param backoff The pause before the next attempt, half to one and a half of it.
 * @param deadline No attempt begins later than this after the first.
 */
@ConfigurationProperties("holdfast.retry")
public record RetryProperties(
    @DefaultValue("5") int attempts,
    @DefaultValue("100ms") Duration backoff,
    @DefaultValue("30s") Duration deadline) {}
