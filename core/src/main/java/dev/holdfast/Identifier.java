package dev.holdfast;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The only way in which the name of a user's table or column gets into a statement: checked, then
 * quoted. A name is taken as it stands in the catalog (case counts, nothing is folded); a table may
 * carry its schema before a dot.
 */
public final class Identifier {

  private static final int MAX_BYTES = 63; // PostgreSQL would cut a longer one, silently

  private final String name;
  private final String sql;

  private Identifier(String name, String sql) {
    this.name = name;
    this.sql = sql;
  }

  /** A table, {@code orders} or {@code sales.orders}. */
  public static Identifier table(String name) {
    int dot = name.indexOf('.');
    return dot < 0
        ? new Identifier(name, quoted("table", name))
        : new Identifier(
            name,
            quoted("schema", name.substring(0, dot))
                + "."
                + quoted("table", name.substring(dot + 1)));
  }

  public static Identifier column(String name) {
    return new Identifier(name, quoted("column", name));
  }

  /** As the user wrote it. */
  public String name() {
    return name;
  }

  /** As it goes into a statement, quotes included. */
  public String sql() {
    return sql;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Identifier that && sql.equals(that.sql);
  }

  @Override
  public int hashCode() {
    return sql.hashCode();
  }

  @Override
  public String toString() {
    return sql;
  }

  private static String quoted(String what, String name) {
    InvalidRequestException.throwIf(complaint(what, name));
    return '"' + name + '"';
  }

  private static @Nullable String complaint(String what, String name) {
    if (name.isEmpty()) {
      return "a " + what + " name must not be empty";
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      return "a " + what + " name has at most " + MAX_BYTES + " bytes: " + name;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!Character.isLetterOrDigit(c) && "_$- ".indexOf(c) < 0) {
        return "a %s name has letters, digits, '_', '$', '-' and spaces; character %d is %s"
            .formatted(
                what, i + 1, c == '"' ? "a quote (write it as it stands in the catalog)" : "none");
      }
    }
    return null;
  }
}
