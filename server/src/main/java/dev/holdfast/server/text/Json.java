package dev.holdfast.server.text;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, collections, strings, numbers, booleans and times as JSON on one line.
 *
 * <p>A {@code Long} becomes a string: fences have 64 bits, and readers whose numbers are doubles
 * would round them. Durations are seconds, instants are UTC with milliseconds.
 */
public final class Json {
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final StringBuilder out = new StringBuilder();

  private Json() {}

  public static String write(@Nullable Object value) {
    Json json = new Json();
    json.value(value);
    return json.out.toString();
  }

  private void value(@Nullable Object value) {
    if (value == null
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Double) {
      out.append(value);
    } else if (value instanceof Map<?, ?> map) {
      object(map);
    } else if (value instanceof Collection<?> many) {
      array(many);
    } else if (value instanceof Duration duration) {
      out.append(duration.toMillis() / 1000.0);
    } else if (value instanceof CharSequence
        || value instanceof Long
        || value instanceof UUID
        || value instanceof Enum) {
      string(value.toString());
    } else if (value instanceof Instant instant) {
      string(INSTANT.format(instant));
    } else {
      throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private void object(Map<?, ?> map) {
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<?, ?> entry = i.next();
      string(String.valueOf(entry.getKey()));
      out.append(':');
      value(entry.getValue());
      out.append(i.hasNext() ? "," : "");
    }
    out.append('}');
  }

  private void array(Collection<?> many) {
    out.append('[');
    for (Iterator<?> i = many.iterator(); i.hasNext(); ) {
      value(i.next());
      out.append(i.hasNext() ? "," : "");
    }
    out.append(']');
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        out.append(c).append(text.charAt(++i));
      } else {
        character(c);
      }
    }
    out.append('"');
  }

  /** Control characters and lone surrogates are escaped, so that any name gives valid UTF-8. */
  private void character(char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c < 0x20 || c == 0x7f || Character.isSurrogate(c)) {
          out.append(String.format("\\u%04x", (int) c));
        } else {
          out.append(c);
        }
      }
    }
  }
}
