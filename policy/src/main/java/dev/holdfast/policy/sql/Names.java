package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Action.Target;
import java.util.List;
import java.util.Locale;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.schema.Table;
import org.jspecify.annotations.Nullable;

/** Names as the parser gives them, as PostgreSQL folds them. */
final class Names {

  private Names() {}

  static String folded(String name) {
    return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
        ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
        : name.toLowerCase(Locale.ROOT);
  }

  static Target target(Table table) {
    String schema = table.getSchemaName();
    String name = folded(table.getName());
    boolean only = name.startsWith(Normalised.ONLY);
    String plain = only ? name.substring(Normalised.ONLY.length()) : name;
    return new Target(new TableName(schema == null ? null : folded(schema), plain), only);
  }

  /** What the statement calls it: its alias or its name. */
  static String called(@Nullable Alias alias, String name) {
    return alias == null ? name : folded(alias.getName());
  }

  static TableName function(List<String> parts) {
    String name = folded(parts.get(parts.size() - 1));
    return new TableName(parts.size() > 1 ? folded(parts.get(parts.size() - 2)) : null, name);
  }
}
