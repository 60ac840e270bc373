package dev.holdfast.lease;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.internal.Names;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to acquire a lease. Defaults: ttl 5 minutes, wait 10 seconds, the holder of the {@link
 * dev.holdfast.HoldfastSettings}, no attributes, renewed by itself.
 *
 * @param ttl how long the lease lasts unless renewed; at least 1 ms, at most what the database
 *     allows (24 hours unless set)
 * @param waitUpTo how long {@code acquire} waits; zero to 24 hours. {@code tryAcquire} never waits
 * @param holder who holds it, for people; null: the process's holder
 * @param attributes what else to record about this lease (a job id, a reason); up to 4 kB
 * @param autoRenew whether the library renews it until it is released
 */
public record LeaseOptions(
    Duration ttl,
    Duration waitUpTo,
    @Nullable String holder,
    Map<String, String> attributes,
    boolean autoRenew) {

  private static final LeaseOptions DEFAULTS =
      new LeaseOptions(Duration.ofMinutes(5), Duration.ofSeconds(10), null, Map.of(), true);

  public LeaseOptions {
    checkTtl(ttl);
    if (waitUpTo.isNegative() || waitUpTo.compareTo(Duration.ofHours(24)) > 0) {
      throw new InvalidRequestException("a wait is between 0 and 24 hours, not " + waitUpTo);
    }
    if (holder != null) {
      InvalidRequestException.throwIf(Names.complaintOnHolder(holder));
    }
    attributes = Map.copyOf(attributes);
    InvalidRequestException.throwIf(Names.complaintOnAttributes(attributes));
  }

  public static LeaseOptions defaults() {
    return DEFAULTS;
  }

  public LeaseOptions withTtl(Duration newTtl) {
    return new LeaseOptions(newTtl, waitUpTo, holder, attributes, autoRenew);
  }

  public LeaseOptions withWait(Duration newWait) {
    return new LeaseOptions(ttl, newWait, holder, attributes, autoRenew);
  }

  public LeaseOptions withHolder(String newHolder) {
    return new LeaseOptions(ttl, waitUpTo, newHolder, attributes, autoRenew);
  }

  public LeaseOptions withAttributes(Map<String, String> newAttributes) {
    return new LeaseOptions(ttl, waitUpTo, holder, newAttributes, autoRenew);
  }

  /** The lease ends after its ttl unless {@link Lease#renew} is called. */
  public LeaseOptions withoutAutoRenew() {
    return new LeaseOptions(ttl, waitUpTo, holder, attributes, false);
  }

  static void checkTtl(Duration ttl) {
    if (ttl.compareTo(Duration.ofMillis(1)) < 0) {
      throw new InvalidRequestException("a ttl is at least 1 ms, not " + ttl);
    }
  }
}
