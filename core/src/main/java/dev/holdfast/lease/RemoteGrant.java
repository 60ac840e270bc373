package dev.holdfast.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A lease that a client elsewhere holds.
 *
 * @param resource what is held
 * @param fence the number of this grant: higher than that of every earlier grant of the resource
 * @param token the client's secret
 * @param holder who holds it, for people
 * @param grantedAt when it was granted, by the database's clock
 * @param expiresAt when it ends unless renewed, by the database's clock
 * @param ttl how long it lasts from each renewal on
 */
public record RemoteGrant(
    String resource,
    long fence,
    UUID token,
    String holder,
    Instant grantedAt,
    Instant expiresAt,
    Duration ttl) {

  /** Nothing of it but what may be told: not the token. */
  @Override
  public String toString() {
    return "lease of " + resource + " (fence " + fence + ", holder " + holder + ")";
  }
}
