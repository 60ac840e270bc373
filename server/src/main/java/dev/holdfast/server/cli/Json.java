package dev.holdfast.server.cli;

import java.time.Duration;
import java.time.temporal.Temporal;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps, collections, strings, numbers, booleans and times as JSON on one line.
 *
 * <p>A {@code Long} becomes a string: fences have 64 bits, and readers whose numbers are doubles
 * would round them. Durations are seconds.
 */
final class Json {
  private final StringBuilder out = new StringBuilder();

  private Json() {}

  static String write(@Nullable Object value) {
    Json json = new Json();
    json.value(value);
    return json.out.toString();
  }

  private void value(@Nullable Object value) {
    if (value == null || value instanceof Boolean || value instanceof Integer) {
      out.append(value);
    } else if (value instanceof Map<?, ?> map) {
      object(map);
    } else if (value instanceof Collection<?> many) {
      array(many);
    } else if (value instanceof Duration duration) {
      out.append(duration.toMillis() / 1000.0);
    } else if (value instanceof CharSequence
        || value instanceof Long
        || value instanceof Enum
        || value instanceof Temporal) {
      string(value.toString());
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
    text.codePoints().forEach(this::character);
    out.append('"');
  }

  /** Control characters and lone surrogates are escaped, so that any name gives valid UTF-8. */
  private void character(int c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        boolean escape = c < 0x20 || c == 0x7f || (c >= 0xd800 && c <= 0xdfff);
        out.append(escape ? String.format("\\u%04x", c) : Character.toString(c));
      }
    }
  }
}
