package dev.holdfast.outbox;

import dev.holdfast.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An event to append. Defaults: no key (no order), no delay. Immutable. */
public final class Event {

  private static final int MAX_NAME = 255;
  private static final int MAX_KEY = 512;
  private static final Duration MAX_DELAY = Duration.ofDays(3650);

  private final String topic;
  private final @Nullable String key;
  private final byte[] payload;
  private final String contentType;
  private final Duration delay;

  private Event(
      String topic, @Nullable String key, byte[] payload, String contentType, Duration delay) {
    check("topic", topic, MAX_NAME);
    check("content type", contentType, MAX_NAME);
    if (key != null) {
      check("key", key, MAX_KEY);
    }
    if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
      throw new InvalidRequestException("a delay is between 0 and ten years, not " + delay);
    }
    this.topic = topic;
    this.key = key;
    this.payload = payload.clone();
    this.contentType = contentType;
    this.delay = delay;
  }

  /** A text of JSON; it is not parsed. */
  public static Event json(String topic, String json) {
    return bytes(topic, json.getBytes(StandardCharsets.UTF_8), "application/json");
  }

  public static Event bytes(String topic, byte[] payload, String contentType) {
    return new Event(topic, null, payload, contentType, Duration.ZERO);
  }

  /**
   * After all earlier events of this topic and key, and before all later ones. Appending waits for
   * other transactions that appended to the same key until they end.
   */
  public Event inOrderOf(String orderKey) {
    return new Event(topic, orderKey, payload, contentType, delay);
  }

  public Event after(Duration newDelay) {
    return new Event(topic, key, payload, contentType, newDelay);
  }

  /** What it is about, 1 to 255 characters. */
  public String topic() {
    return topic;
  }

  /**
   * Events of a topic with the same key are delivered one after the other, in the order in which
   * they were appended; null: in any order.
   */
  public @Nullable String key() {
    return key;
  }

  /** A copy. */
  public byte[] payload() {
    return payload.clone();
  }

  public String contentType() {
    return contentType;
  }

  /** From when on it may be delivered. */
  public Duration delay() {
    return delay;
  }

  private static void check(String what, String text, int max) {
    if (text.isEmpty() || text.codePointCount(0, text.length()) > max || text.indexOf(0) >= 0) {
      throw new InvalidRequestException(
          "a " + what + " has 1 to " + max + " characters, none of them NUL");
    }
  }
}
