package dev.holdfast.examples.tablecatalog;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Names of namespaces and tables as they travel: levels in an array, or in a path with dots. */
final class Identifiers {
  private Identifiers() {}

  private static final int LONGEST = 200;

  static String namespace(JsonNode levels) {
    List<String> names = new ArrayList<>();
    levels.forEach(level -> names.add(name(level.asText())));
    if (names.isEmpty()) {
      throw CatalogException.badRequest("A namespace has at least one level");
    }
    return String.join(".", names);
  }

  static String name(String text) {
    if (text.isBlank() || text.length() > LONGEST || text.contains(".")) {
      throw CatalogException.badRequest(
          "A name has 1 to " + LONGEST + " characters, and no dot in it");
    }
    return text;
  }
}
