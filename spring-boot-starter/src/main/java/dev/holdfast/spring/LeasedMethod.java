package dev.holdfast.spring;

import dev.holdfast.lease.LeaseOptions;
import java.time.Duration;

/**
 * What the annotation of one method says, read and checked.
 *
 * @param name the resource's
 * @param options ttl and wait
 * @param minHold zero: none
 * @param skips whether busy skips
 * @param guard whether transactions are guarded
 */
record LeasedMethod(
    ResourceName name, LeaseOptions options, Duration minHold, boolean skips, boolean guard) {}
