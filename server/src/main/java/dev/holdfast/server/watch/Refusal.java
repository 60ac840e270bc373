package dev.holdfast.server.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request that was refused, and what stood in its way then.
 *
 * @param id part of the address of its page
 * @param at when, by the database's clock
 * @param asked what was asked for, and how it was answered
 * @param waiters who waited at that moment, in order; at most 20
 * @param stillHeld whether the same lease is still in the way, now
 */
public record Refusal(UUID id, Instant at, Asked asked, List<Waiting> waiters, boolean stillHeld) {

  public Refusal {
    waiters = List.copyOf(waiters);
  }

  /**
   * What was asked for.
   *
   * @param resource of which resource
   * @param code held, wait-timeout or deadlock
   * @param holder who asked
   * @param heldBy who had it; null if not known
   * @param waited for how long it was waited
   */
  public record Asked(
      String resource, String code, String holder, @Nullable HeldBy heldBy, Duration waited) {}

  /** Who had it. */
  public record HeldBy(
      String holder, long fence, @Nullable Instant since, @Nullable Instant until) {}

  /** Who waited. */
  public record Waiting(String holder, Instant since) {}

  /** For people: "shop-2 was refused invoice/7 after 3 s: web-3 had it since … (fence 42)". */
  public String sentence() {
    StringBuilder text = new StringBuilder(asked.holder());
    text.append(" was refused ").append(asked.resource());
    if (!asked.waited().isZero()) {
      text.append(" after waiting ").append(asked.waited().toMillis() / 1000.0).append(" s");
    }
    HeldBy by = asked.heldBy();
    if (by != null) {
      text.append(": ").append(by.holder()).append(" had it");
      text.append(by.since() == null ? "" : " since " + by.since());
      text.append(" (fence ").append(by.fence()).append(')');
    }
    if (!waiters.isEmpty()) {
      text.append("; ").append(waiters.size()).append(" waited for it then");
    }
    return text.append(stillHeld ? "; it is still held" : "").toString();
  }
}
