package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of a section of the catalog, from the database or from a snapshot. */
record CatalogRow(Map<String, Object> values) {

  String text(String column) {
    String text = textOrNull(column);
    if (text == null) {
      throw new IllegalArgumentException("the catalog's snapshot lacks " + column + ": " + values);
    }
    return text;
  }

  @Nullable String textOrNull(String column) {
    Object value = values.get(column);
    return value == null ? null : value.toString();
  }

  boolean flag(String column) {
    return Boolean.TRUE.equals(values.get(column));
  }

  List<String> list(String column) {
    return values.get(column) instanceof List<?> list
        ? list.stream().map(Object::toString).toList()
        : List.of();
  }

  /** {@code schema.name} as the catalog writes it: unquoted, whatever the letters. */
  TableName table(String column) {
    return table(text(column), '.');
  }

  static TableName table(String text, char dot) {
    int at = text.indexOf(dot);
    return new TableName(text.substring(0, at), text.substring(at + 1));
  }
}
