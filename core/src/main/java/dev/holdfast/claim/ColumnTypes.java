package dev.holdfast.claim;

import dev.holdfast.Identifier;
import dev.holdfast.SchemaException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The types of a table's columns, read from the catalog once; and the check that a {@link
 * ClaimTable} describes what is there.
 */
final class ColumnTypes {

  /** No row: there is no such table, or none that this role may see. */
  static final String COLUMNS =
      """
      select a.attname, format_type(a.atttypid, a.atttypmod), t.typname, a.attnotnull
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      where a.attrelid = to_regclass(?) and a.attnum > 0 and not a.attisdropped
      """;

  private static final Set<String> IDS = Set.of("uuid", "text", "varchar");
  private static final Set<String> TIMES = Set.of("timestamptz", "timestamp");
  private static final Set<String> NUMBERS = Set.of("int8", "int4");
  private static final Set<String> TEXTS = Set.of("text", "varchar");

  private record Column(String type, String base, boolean notNull) {}

  private final Map<String, Column> columns = new HashMap<>();

  private ColumnTypes() {}

  /**
   * Reads and checks: one round trip.
   *
   * @throws SchemaException naming every column that is missing or of the wrong type
   */
  static ColumnTypes of(DataSource dataSource, ClaimTable table) {
    ColumnTypes types = new ColumnTypes();
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
      statement.setString(1, table.target.table().sql());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          types.columns.put(
              row.getString(1), new Column(row.getString(2), row.getString(3), row.getBoolean(4)));
        }
      }
    } catch (SQLException e) {
      throw new SchemaException("can't read the columns of " + table.name(), e);
    }
    List<String> findings = types.findings(table);
    if (!findings.isEmpty()) {
      throw new SchemaException(
          "rows of "
              + table.name()
              + " can't be claimed: "
              + String.join("; ", findings)
              + ". ClaimTable.ddl(), or `holdfast schema claims "
              + table.name()
              + "`, prints what to add",
          null);
    }
    return types;
  }

  String of(Identifier column) {
    Column found = columns.get(column.name());
    if (found == null) {
      throw new IllegalStateException("no column " + column);
    }
    return found.type;
  }

  /** A time for this column: in UTC where it does not know its zone. */
  String clock(@Nullable Identifier column, String clock) {
    Column found = column == null ? null : columns.get(column.name());
    return found != null && found.base.equals("timestamp")
        ? "(" + clock + " at time zone 'UTC')"
        : clock;
  }

  private List<String> findings(ClaimTable table) {
    List<String> findings = new ArrayList<>();
    if (columns.isEmpty()) {
      return List.of("there is no table " + table.target.table() + " (case counts)");
    }
    Stream.of(
            table.target.key().stream(),
            Stream.of(table.target.status()),
            table.selection.order().stream(),
            table.selection.sequence().stream(),
            table.selection.columns().stream())
        .flatMap(all -> all)
        .forEach(column -> find(column, findings));
    find(table.lock.id(), IDS, findings);
    find(table.lock.at(), TIMES, findings);
    find(table.lock.version(), NUMBERS, findings);
    find(table.extras.attempts(), NUMBERS, findings);
    find(table.extras.error(), TEXTS, findings);
    find(table.extras.dueAt(), TIMES, findings);
    Identifier due = table.extras.dueAt();
    Column found = due == null ? null : columns.get(due.name());
    if (found != null && !found.notNull) {
      findings.add("column " + due + " must be NOT NULL: null is no time to wait for");
    }
    return findings;
  }

  private void find(@Nullable Identifier column, Set<String> expected, List<String> findings) {
    if (column == null || !find(column, findings)) {
      return;
    }
    Column found = columns.get(column.name());
    if (found != null && !expected.contains(found.base)) {
      findings.add(
          "column %s is %s, not %s"
              .formatted(
                  column, found.type, String.join(" or ", expected.stream().sorted().toList())));
    }
  }

  private boolean find(Identifier column, List<String> findings) {
    if (columns.containsKey(column.name())) {
      return true;
    }
    findings.add("column " + column + " is missing");
    return false;
  }
}
