package dev.holdfast.policy.check;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/** Writes maps, collections, strings, numbers and booleans as JSON, two spaces a level. */
final class Json {
  private final StringBuilder out = new StringBuilder();

  private Json() {}

  static String write(Object value) {
    Json json = new Json();
    json.value(value, "\n");
    return json.out.append('\n').toString();
  }

  private void value(Object value, String indent) {
    if (value instanceof Map<?, ?> map) {
      object(map, indent);
    } else if (value instanceof Collection<?> many) {
      array(many, indent);
    } else if (value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      string(value.toString());
    }
  }

  private void object(Map<?, ?> map, String indent) {
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<?, ?> entry = i.next();
      out.append(indent).append("  ");
      string(String.valueOf(entry.getKey()));
      out.append(": ");
      value(entry.getValue(), indent + "  ");
      out.append(i.hasNext() ? "," : indent);
    }
    out.append('}');
  }

  private void array(Collection<?> many, String indent) {
    out.append('[');
    for (Iterator<?> i = many.iterator(); i.hasNext(); ) {
      out.append(indent).append("  ");
      value(i.next(), indent + "  ");
      out.append(i.hasNext() ? "," : indent);
    }
    out.append(']');
  }

  private void string(String text) {
    out.append('"');
    text.codePoints().forEach(this::character);
    out.append('"');
  }

  /** Control characters and lone surrogates are escaped: the text is valid UTF-8 in any case. */
  private void character(int c) {
    boolean escape = c < 0x20 || c == 0x7f || (c >= 0xd800 && c <= 0xdfff);
    if (c == '"' || c == '\\') {
      out.append('\\').append((char) c);
    } else if (escape) {
      out.append(String.format("\\u%04x", c));
    } else {
      out.appendCodePoint(c);
    }
  }
}
