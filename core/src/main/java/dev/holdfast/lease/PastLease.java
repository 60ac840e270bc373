package dev.holdfast.lease;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lease in the history of a resource, the running one included.
 *
 * @param fence its number
 * @param holder who had it
 * @param since when it was granted
 * @param end how it ended; null: it has not
 * @param attributes what the holder recorded about it
 */
public record PastLease(
    long fence, String holder, Instant since, @Nullable End end, Map<String, String> attributes) {

  /** How a lease ended. */
  public enum Ending {
    RELEASED,
    EXPIRED,
    FORCED
  }

  /**
   * The end of a lease.
   *
   * @param at when
   * @param by who forced it; null unless forced
   * @param reason why it was forced; null unless forced
   */
  public record End(Ending ending, Instant at, @Nullable String by, @Nullable String reason) {}
}
