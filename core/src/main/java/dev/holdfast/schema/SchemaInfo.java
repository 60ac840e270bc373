package dev.holdfast.schema;

import java.time.Duration;

/**
 * What the database says about its schema.
 *
 * @param version the newest migration that was applied
 * @param breakingVersion the newest one that older libraries can't work with; 0: none
 * @param buckets over how many buckets resources are spread
 * @param maxTtl the longest ttl that a lease may have
 */
public record SchemaInfo(int version, int breakingVersion, int buckets, Duration maxTtl) {}
