package dev.holdfast.policy;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table as SQL or a policy names it. Unquoted names are in lower case, as PostgreSQL folds them.
 *
 * @param schema null where none was named
 */
public record TableName(@Nullable String schema, String name) implements Comparable<TableName> {

  public TableName {
    if (name.isEmpty() || (schema != null && schema.isEmpty())) {
      throw new IllegalArgumentException("a table has a name");
    }
  }

  /** Reads {@code orders} or {@code sales.orders}; names in double quotes keep their case. */
  public static TableName of(String text) {
    int dot = dotOf(text);
    return dot < 0
        ? new TableName(null, folded(text))
        : new TableName(folded(text.substring(0, dot)), folded(text.substring(dot + 1)));
  }

  /**
   * Whether it is one of Holdfast's own, which are no application's to order: the library locks
   * them by rules of its own, first in a transaction (guards) or without waiting.
   */
  public boolean isHoldfasts() {
    return "holdfast".equals(schema);
  }

  /** Whether both may mean one table: a name without a schema matches in any. */
  public boolean matches(TableName other) {
    return name.equals(other.name)
        && (schema == null || other.schema == null || schema.equals(other.schema));
  }

  @Override
  public int compareTo(TableName other) {
    int byName = name.compareTo(other.name);
    return byName != 0
        ? byName
        : Objects.toString(schema, "").compareTo(Objects.toString(other.schema, ""));
  }

  @Override
  public String toString() {
    return schema == null ? name : schema + "." + name;
  }

  private static int dotOf(String text) {
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '.' && !quoted) {
        return i;
      }
    }
    return -1;
  }

  private static String folded(String part) {
    boolean quoted = part.length() > 1 && part.startsWith("\"") && part.endsWith("\"");
    return quoted
        ? part.substring(1, part.length() - 1).replace("\"\"", "\"")
        : part.toLowerCase(Locale.ROOT);
  }
}
