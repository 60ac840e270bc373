package dev.holdfast.bench.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link dev.holdfast.bench.report.Json} wrote: maps, lists, doubles, strings. */
final class JsonReader {

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  static Map<String, Object> object(String text) {
    if (!(new JsonReader(text).value() instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException("the results are not a JSON object");
    }
    Map<String, Object> object = new LinkedHashMap<>();
    map.forEach((name, value) -> object.put(String.valueOf(name), value));
    return object;
  }

  private @Nullable Object value() {
    return switch (next()) {
      case '{' -> map();
      case '[' -> list();
      case '"' -> string();
      default -> literal();
    };
  }

  private Map<String, @Nullable Object> map() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    at++;
    while (next() != '}') {
      String name = string();
      expect(':');
      map.put(name, value());
      skipComma();
    }
    at++;
    return map;
  }

  private List<@Nullable Object> list() {
    List<@Nullable Object> list = new ArrayList<>();
    at++;
    while (next() != ']') {
      list.add(value());
      skipComma();
    }
    at++;
    return list;
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      out.append(c == '\\' ? escaped() : c);
    }
    at++;
    return out.toString();
  }

  private char escaped() {
    char c = text.charAt(at++);
    if (c == 'u') {
      at += 4;
      return (char) Integer.parseInt(text, at - 4, at, 16);
    }
    return c == 'n' ? '\n' : c;
  }

  private @Nullable Object literal() {
    int from = at;
    while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(from, at);
    return switch (word) {
      case "true", "false" -> Boolean.valueOf(word);
      case "null" -> null;
      default -> Double.valueOf(word);
    };
  }

  private void skipComma() {
    if (next() == ',') {
      at++;
    }
  }

  private void expect(char wanted) {
    if (next() != wanted) {
      throw new IllegalArgumentException("'%s' expected at %d".formatted(wanted, at));
    }
    at++;
  }

  private char next() {
    while (Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return text.charAt(at);
  }
}
