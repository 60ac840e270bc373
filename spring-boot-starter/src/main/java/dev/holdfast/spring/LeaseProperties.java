package dev.holdfast.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * What {@link Leased} methods do unless they say otherwise.
 *
 * @param ttl How long the lease of a @Leased method lasts unless renewed.
 * @param waitUpTo How long a @Leased method waits for its lease. Not for methods that skip.
 */
@ConfigurationProperties("holdfast.lease")
public record LeaseProperties(
    @DefaultValue("5m") Duration ttl, @DefaultValue("10s") @Name("wait") Duration waitUpTo) {}
