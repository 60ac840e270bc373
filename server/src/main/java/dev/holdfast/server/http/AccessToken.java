package dev.holdfast.server.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An access token as it stands in the database, without its secret.
 *
 * @param works neither revoked nor expired, by the database's clock
 */
public record AccessToken(Caller caller, boolean works, Times times) {
  /** When. */
  public record Times(
      Instant createdAt,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt,
      @Nullable Instant lastUsedAt) {}
}
