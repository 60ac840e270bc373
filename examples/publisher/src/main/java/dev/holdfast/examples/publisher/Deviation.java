package dev.holdfast.examples.publisher;

import dev.holdfast.claim.ClaimStatuses;
import dev.holdfast.claim.ClaimTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An item that is to be published.
 *
 * @param executionLockId of the attempt that works on it; null: none
 * @param executionVersion rises with every claim
 */
record Deviation(
    String id,
    String title,
    String status,
    @Nullable String executionLockId,
    int executionVersion) {

  /** The table as it is, and which of its columns are the claim's. */
  static final ClaimTable TABLE =
      ClaimTable.of("Deviation", "id")
          .withStatus("status", ClaimStatuses.of("scheduled", "published", "failed"))
          .withLockColumns("executionLockId", "executionLockedAt", "executionVersion")
          .withDueAt("scheduledAt")
          .withError("lastError")
          .withColumns("title");

  /** What is asked for; null: due at once. */
  record Request(String title, @Nullable Instant scheduledAt) {}
}
