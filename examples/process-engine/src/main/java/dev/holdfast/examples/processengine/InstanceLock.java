package dev.holdfast.examples.processengine;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.PastLease;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lock on an instance, for monitoring. The token is nobody's business but the holder's.
 *
 * @param lockedUntil when it expires, or when it ended
 * @param ending released, expired or forced; null: it is held
 */
record InstanceLock(
    @JsonProperty("instance_id") long instanceId,
    @JsonProperty("locked_at") Instant lockedAt,
    @JsonProperty("locked_until") @Nullable Instant lockedUntil,
    @JsonProperty("locked_by") String lockedBy,
    @Nullable String ending) {

  static final String PREFIX = "instance/";

  static String resource(long instanceId) {
    return PREFIX + instanceId;
  }

  static InstanceLock held(LeaseInfo lease) {
    LeaseInfo.Tenure tenure = Objects.requireNonNull(lease.tenure());
    long id = Long.parseLong(lease.resource().substring(PREFIX.length()));
    return new InstanceLock(id, tenure.since(), tenure.until(), tenure.holder(), null);
  }

  static InstanceLock past(long instanceId, PastLease lease) {
    PastLease.End end = lease.end();
    return end == null
        ? new InstanceLock(instanceId, lease.since(), null, lease.holder(), null)
        : new InstanceLock(
            instanceId, lease.since(), end.at(), lease.holder(), end.ending().name());
  }
}
