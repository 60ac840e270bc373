package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values that stand in a statement, or are bound to it, by column. It reads only what is plain:
 * a column, an equals sign, a literal or a parameter; everything else is as if it were not there.
 */
final class ValueReader {

  /** Behind a value, the condition is over. */
  private static final Set<String> ENDS =
      Set.of(
          "and", "where", "for", "order", "limit", "offset", "returning", "from", "fetch", "group");

  private final List<Token> tokens;
  private final List<@Nullable Object> parameters;
  private final int[] depth;

  ValueReader(List<Token> tokens, List<@Nullable Object> parameters) {
    this.tokens = tokens;
    this.parameters = parameters;
    this.depth = depths(tokens);
  }

  /** What WHERE demands of a table's columns, as far as all of it must hold. */
  Map<String, String> conditions(TableName table) {
    Map<String, String> values = new LinkedHashMap<>();
    int where = find("where", 0);
    boolean either = where < 0 || find("or", where) >= 0;
    for (int i = Math.max(where, 0) + 1; !either && i < tokens.size(); i++) {
      Token before = tokens.get(i - 1);
      if (depth[i] == 0 && (before.is("where") || before.is("and"))) {
        equality(i, table, values);
      }
    }
    return values;
  }

  /** What SET writes. */
  Map<String, String> assignments(TableName table) {
    Map<String, String> values = new LinkedHashMap<>();
    int set = find("set", 0);
    int where = find("where", Math.max(set, 0));
    int end = where < 0 ? tokens.size() : where;
    for (int i = set + 1; set >= 0 && i < end; i++) {
      Token before = tokens.get(i - 1);
      if (depth[i] == 0 && (before.is("set") || before.isSign(","))) {
        equality(i, table, values);
      }
    }
    return values;
  }

  /** The rows of INSERT … VALUES; empty if it has none. */
  List<Map<String, String>> inserted(List<String> tableColumns) {
    int values = find("values", 0);
    if (values < 0 || !tokens.get(0).is("insert")) {
      return List.of();
    }
    List<String> columns = listed(values, tableColumns);
    List<Map<String, String>> rows = new ArrayList<>();
    int at = values + 1;
    while (at < tokens.size() && tokens.get(at).isSign("(")) {
      int end = closing(at);
      rows.add(row(at + 1, end, columns));
      at = end + 1 < tokens.size() && tokens.get(end + 1).isSign(",") ? end + 2 : tokens.size();
    }
    return rows;
  }

  private List<String> listed(int values, List<String> tableColumns) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < values; i++) {
      if (depth[i] == 1 && tokens.get(i).isName()) {
        columns.add(tokens.get(i).text());
      }
    }
    return columns.isEmpty() ? tableColumns : columns;
  }

  private Map<String, String> row(int from, int end, List<String> columns) {
    Map<String, String> values = new LinkedHashMap<>();
    int column = 0;
    int start = from;
    for (int i = from; i <= end && column < columns.size(); i++) {
      boolean over = i == end || (depth[i] == 1 && tokens.get(i).isSign(","));
      if (over) {
        boolean plain = i == start + 1 || (i > start + 1 && tokens.get(start + 1).isSign("::"));
        put(values, columns.get(column), plain ? value(start) : null);
        column++;
        start = i + 1;
      }
    }
    return values;
  }

  private void equality(int at, TableName table, Map<String, String> values) {
    int column = at;
    if (isSign(at + 1, ".") && isOf(tokens.get(at).text(), table)) {
      column = at + 2;
    }
    boolean plain =
        column < tokens.size() && tokens.get(column).isName() && isSign(column + 1, "=");
    if (plain && ends(column + 3)) {
      put(values, tokens.get(column).text(), value(column + 2));
    }
  }

  private boolean ends(int at) {
    if (at >= tokens.size()) {
      return true;
    }
    Token next = tokens.get(at);
    return next.isSign("::") || next.isSign(",") || ENDS.contains(next.text());
  }

  /** Whether this name means the table in this statement: its own, or an alias behind it. */
  private boolean isOf(String called, TableName table) {
    if (called.equals(table.name())) {
      return true;
    }
    for (int i = 0; i + 1 < tokens.size(); i++) {
      int alias = tokens.get(i + 1).is("as") ? i + 2 : i + 1;
      if (tokens.get(i).text().equals(table.name())
          && alias < tokens.size()
          && tokens.get(alias).text().equals(called)) {
        return true;
      }
    }
    return false;
  }

  private static void put(Map<String, String> values, String column, @Nullable String value) {
    if (value != null) {
      values.put(column, value);
    }
  }

  private @Nullable String value(int at) {
    if (at >= tokens.size()) {
      return null;
    }
    Token token = tokens.get(at);
    return switch (token.kind()) {
      case NUMBER, STRING -> token.text();
      case PARAMETER -> bound(at);
      case WORD, QUOTED, OPERATOR -> null;
    };
  }

  private @Nullable String bound(int at) {
    int index = 0;
    for (int i = 0; i < at; i++) {
      index += tokens.get(i).kind() == Kind.PARAMETER ? 1 : 0;
    }
    Object value =
        tokens.get(at).text().equals("?") && index < parameters.size()
            ? parameters.get(index)
            : null;
    return value == null ? null : value.toString();
  }

  private boolean isSign(int at, String sign) {
    return at < tokens.size() && tokens.get(at).isSign(sign);
  }

  private int find(String word, int from) {
    for (int i = from; i < tokens.size(); i++) {
      if (depth[i] == 0 && tokens.get(i).is(word)) {
        return i;
      }
    }
    return -1;
  }

  private int closing(int open) {
    int i = open + 1;
    while (i < tokens.size() && depth[i] > depth[open]) {
      i++;
    }
    return i;
  }

  /** How many parentheses are open; they themselves are outside. */
  private static int[] depths(List<Token> tokens) {
    int[] depths = new int[tokens.size()];
    int open = 0;
    for (int i = 0; i < depths.length; i++) {
      open -= tokens.get(i).isSign(")") ? 1 : 0;
      depths[i] = open;
      open += tokens.get(i).isSign("(") ? 1 : 0;
    }
    return depths;
  }
}
