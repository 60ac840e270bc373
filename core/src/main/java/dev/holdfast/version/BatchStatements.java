package dev.holdfast.version;

import dev.holdfast.Identifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The statement of a batch, made once for each set of columns. Its values travel as arrays of text,
 * an array a column, so one text serves any number of rows: first the key's columns ({@code k0} …),
 * then the expected versions, then the assigned columns ({@code c0} …).
 */
final class BatchStatements {

  private static final int MOST_KEPT = 64;

  private final TableShape shape;
  private final Statements statements;
  private final Columns types;
  private final Map<List<String>, String> texts = new ConcurrentHashMap<>();

  BatchStatements(Statements statements) {
    this.shape = statements.shape();
    this.statements = statements;
    this.types = statements.columns();
  }

  /** Parameters: lock timeout in ms, the arrays, all or nothing. */
  String updateAll(Connection connection, List<String> columns) throws SQLException {
    String known = texts.get(columns);
    if (known != null) {
      return known;
    }
    String made = make(connection, statements.assignable(columns));
    if (texts.size() < MOST_KEPT) {
      texts.put(columns, made);
    }
    return made;
  }

  private String make(Connection connection, List<Identifier> columns) throws SQLException {
    List<String> names = new ArrayList<>();
    List<String> casts = new ArrayList<>();
    add(connection, "k", shape.keys(), names, casts);
    names.add("expected");
    casts.add("expected::" + types.type(connection, shape.version()) + " as expected");
    add(connection, "c", columns, names, casts);
    String byKey = numbered(shape.keys(), " and ", "t.%s = w.k%d");
    String assignments =
        numbered(columns, "", "%s = w.c%d, ") + shape.version() + " = " + shape.next();
    return VersionSql.UPDATE_ALL.formatted(
        String.join(", ", casts),
        names.stream().map(name -> "?::text[]").collect(Collectors.joining(", ")),
        String.join(", ", names),
        shape.version(),
        shape.table(),
        byKey,
        Statements.joined(shape.keys(), ", ", key -> "t." + key),
        shape.table(),
        assignments,
        byKey,
        shape.version());
  }

  private void add(
      Connection connection,
      String prefix,
      List<Identifier> columns,
      List<String> names,
      List<String> casts)
      throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      String name = prefix + i;
      names.add(name);
      casts.add(name + "::" + types.type(connection, columns.get(i)) + " as " + name);
    }
  }

  private static String numbered(List<Identifier> columns, String separator, String format) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> format.formatted(columns.get(i), i))
        .collect(Collectors.joining(separator));
  }
}
