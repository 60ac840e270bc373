package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a database's own catalog says about its tables: keys, unique indexes, foreign keys,
 * triggers, functions, views, partitions. Read it from a database, or from the text that {@link
 * #toText()} gave: a file that is kept with the sources, for checks that have no database.
 * Immutable.
 */
public final class Catalog {

  private final Map<String, List<CatalogRow>> sections;
  private final List<String> searchPath;
  private final Map<TableName, CatalogTable> tables = new LinkedHashMap<>();
  private final List<CatalogFunction> functions;

  Catalog(Map<String, List<CatalogRow>> sections) {
    this.sections = Map.copyOf(sections);
    this.searchPath = section("search_path").stream().map(row -> row.text("schema")).toList();
    this.functions = section("functions").stream().map(CatalogFunction::of).toList();
    CatalogTables.of(this::section).forEach(table -> tables.put(table.name(), table));
  }

  /** Reads the catalog of the connection's database, with its search path. Changes nothing. */
  public static Catalog read(Connection connection) throws SQLException {
    return new Catalog(CatalogLoader.read(connection));
  }

  /**
   * Reads what {@link #toText()} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Catalog fromText(String text) {
    return new Catalog(CatalogText.read(text));
  }

  /** As YAML, the same for the same schema, so that changes show in a diff. */
  public String toText() {
    return CatalogText.write(sections);
  }

  private List<CatalogRow> section(String name) {
    return sections.getOrDefault(name, List.of());
  }

  /** The table or view that a name means; without a schema, by the search path, then any. */
  Optional<CatalogTable> table(TableName name) {
    if (name.schema() != null) {
      return Optional.ofNullable(tables.get(name));
    }
    for (String schema : searchPath) {
      CatalogTable table = tables.get(new TableName(schema, name.name()));
      if (table != null) {
        return Optional.of(table);
      }
    }
    return tables.values().stream().filter(t -> t.name().matches(name)).findFirst();
  }

  /**
   * The table whose keys and triggers hold for a table's rows: a partition has those of its root
   * and its own.
   */
  CatalogTable forRows(CatalogTable table) {
    TableName root = table.root();
    CatalogTable above = root == null ? null : tables.get(root);
    return above == null ? table : above.with(table.foreignKeys(), table.triggers());
  }

  /** All tables that name this one as a parent that they inherit from. */
  List<CatalogTable> children(TableName parent) {
    return tables.values().stream().filter(t -> t.parents().contains(parent)).toList();
  }

  /** Foreign keys that refer to the table. */
  List<ForeignKey> referring(TableName table) {
    return tables.values().stream()
        .flatMap(t -> t.foreignKeys().stream())
        .filter(key -> key.referenced().equals(table))
        .toList();
  }

  /** Functions and procedures of that name, whatever their arguments. */
  List<CatalogFunction> functions(TableName name) {
    return functions.stream().filter(f -> f.name().matches(name)).toList();
  }

  /** The table of an index. */
  Optional<CatalogTable> tableOfIndex(TableName index) {
    return tables.values().stream()
        .filter(t -> t.indexes().stream().anyMatch(i -> i.name().matches(index)))
        .findFirst();
  }
}
