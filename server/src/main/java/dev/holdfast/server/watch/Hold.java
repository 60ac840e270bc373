package dev.holdfast.server.watch;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lease on a timeline.
 *
 * @param fence its number
 * @param holder who had it
 * @param span from when until when it was to last
 * @param ended how it ended; null: it has not
 * @param attributes what the holder recorded about it
 */
public record Hold(
    long fence, String holder, Span span, @Nullable Ended ended, Map<String, String> attributes) {

  /** The holder was seen at work until then, though its lease had ended: the last such incident. */
  public record Tail(Instant until, String kind) {}

  public Hold {
    attributes = Map.copyOf(attributes);
  }

  /** From the grant to the end of the lease as it stood last. */
  public record Span(Instant since, Instant until) {}

  /**
   * How a lease ended.
   *
   * @param kind released, expired or forced
   * @param by who forced it; null unless forced
   * @param reason why; null unless forced
   */
  public record Ended(String kind, Instant at, @Nullable String by, @Nullable String reason) {}
}
