package dev.holdfast.lease;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource as the database sees it; all times by its clock.
 *
 * @param resource its name
 * @param state held, expired or free
 * @param fence the fence of the current or last grant
 * @param tenure of the current or last lease; null if there was none
 * @param waiting how many processes are in its queue
 */
public record LeaseInfo(
    String resource, LeaseState state, long fence, @Nullable Tenure tenure, int waiting) {

  /**
   * Who has or had it.
   *
   * @param holder who
   * @param since when it was granted
   * @param until when it ends unless renewed; if free, when it was given back
   * @param remaining how much of it was left when the database was asked
   * @param attributes what the holder recorded about it
   */
  public record Tenure(
      String holder,
      Instant since,
      Instant until,
      Duration remaining,
      Map<String, String> attributes) {}

  public boolean isHeld() {
    return state == LeaseState.HELD;
  }
}
