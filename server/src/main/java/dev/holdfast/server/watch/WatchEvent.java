package dev.holdfast.server.watch;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that was observed.
 *
 * @param seq its number: one more than that of the event before it
 * @param at when it happened, by the database's clock
 * @param kind granted, taken-over, released, expired, forced, waiting, gave-up, refused, gap, or
 *     the kind of an incident
 * @param subject whom it is about; null: all, as a gap is
 * @param detail what else is known
 */
public record WatchEvent(
    long seq, Instant at, String kind, @Nullable Subject subject, Map<String, String> detail) {

  /** What no longer can be told stands as this. */
  public static final String GAP = "gap";

  public WatchEvent {
    detail = Map.copyOf(detail);
  }

  /**
   * Whom an event is about.
   *
   * @param resource which resource
   * @param fence of the lease; null if there was none
   * @param holder who held it, asked for it or waited for it; null if not known
   */
  public record Subject(String resource, @Nullable Long fence, @Nullable String holder) {}

  /** For people. */
  public String sentence() {
    return EventSentence.of(this);
  }
}
