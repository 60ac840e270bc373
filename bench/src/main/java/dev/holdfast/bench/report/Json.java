package dev.holdfast.bench.report;

import java.util.Collection;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, collections, numbers, booleans, strings and null as JSON, indented. */
public final class Json {

  private Json() {}

  public static String write(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value, "\n");
    return out.append('\n').toString();
  }

  private static void write(StringBuilder out, @Nullable Object value, String newLine) {
    if (value instanceof Map<?, ?> map) {
      block(out, '{', '}', map.entrySet(), newLine);
    } else if (value instanceof Collection<?> list) {
      block(out, '[', ']', list, newLine);
    } else if (value instanceof Map.Entry<?, ?> entry) {
      quote(out, String.valueOf(entry.getKey()));
      write(out.append(": "), entry.getValue(), newLine);
    } else if (value instanceof Double number) {
      out.append(number(number));
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      quote(out, value.toString());
    }
  }

  private static void block(
      StringBuilder out, char open, char close, Collection<?> items, String newLine) {
    boolean flat = items.stream().allMatch(Number.class::isInstance);
    String between = flat ? "" : newLine + "  ";
    out.append(open);
    for (Iterator<?> i = items.iterator(); i.hasNext(); ) {
      write(out.append(between), i.next(), newLine + "  ");
      if (i.hasNext()) {
        out.append(flat ? ", " : ",");
      }
    }
    out.append(flat ? "" : newLine).append(close);
  }

  /** Six digits say more than enough; what is not a number is null. */
  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return "null";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.1f" : "%.4f", value);
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        default -> {
          if (c < ' ') {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
