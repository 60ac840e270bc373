package dev.holdfast.policy.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads from a view's query, as PostgreSQL writes it, which column is which below. */
final class ViewColumns {

  private ViewColumns() {}

  /** Of {@code select t.a, t.b as c from …}: a is a, c is b. Expressions are left out. */
  static Map<String, String> of(String query) {
    Map<String, String> columns = new HashMap<>();
    Cursor cursor = new Cursor(Lexer.read(query).tokens());
    if (!cursor.accept("select")) {
      return columns;
    }
    do {
      List<Token> item = item(cursor);
      Cursor inside = new Cursor(item);
      inside
          .table()
          .ifPresent(
              column -> {
                boolean renamed = inside.accept("as");
                String name = renamed ? inside.next().text() : column.name();
                if (inside.atEnd()) {
                  columns.put(name, column.name());
                }
              });
    } while (cursor.acceptSign(","));
    return columns;
  }

  private static List<Token> item(Cursor cursor) {
    List<Token> item = new ArrayList<>();
    int depth = 0;
    while (!cursor.atEnd()) {
      Token token = cursor.peek();
      depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
      if (depth == 0 && (token.isSign(",") || token.is("from"))) {
        break;
      }
      item.add(cursor.next());
    }
    return item;
  }
}
