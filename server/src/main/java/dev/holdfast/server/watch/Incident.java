package dev.holdfast.server.watch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that went wrong with a lease, as the process that had it saw it.
 *
 * @param kind late-release, lost, stale-write or deadlock
 * @param fence of the lease; null if there was none
 * @param holder who; null if not known
 * @param detail what else is known, in words; null: nothing
 */
public record Incident(
    Instant at,
    String kind,
    @Nullable Long fence,
    @Nullable String holder,
    @Nullable String detail) {

  /** Whether it shows that a holder was still at work after its lease had ended. */
  boolean isTail() {
    return kind.equals("late-release") || kind.equals("stale-write") || kind.equals("lost");
  }
}
