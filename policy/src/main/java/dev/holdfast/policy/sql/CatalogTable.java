package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A table or view, with what belongs to it. */
record CatalogTable(
    CatalogRow row,
    List<Column> columns,
    List<Index> indexes,
    List<ForeignKey> foreignKeys,
    List<Trigger> triggers) {

  /** {@code generated}: its default is a value that nobody else brings. */
  record Column(String name, boolean hasDefault, boolean generated) {}

  /** An index. */
  record Index(CatalogRow row) {

    TableName name() {
      return row.table("name");
    }

    /** Whether an entry waits for, or fails on, another transaction's. */
    boolean excludes() {
      return row.flag("unique") || row.flag("exclusion");
    }

    /** Unique, on whole columns and all rows: its columns are a key. */
    boolean isKey() {
      return row.flag("unique") && row.flag("plain");
    }

    boolean deferred() {
      return row.flag("deferred");
    }

    List<String> columns() {
      return row.list("columns");
    }

    /** All columns that it depends on, those of its predicate and expressions among them. */
    List<String> touched() {
      return row.list("touched");
    }
  }

  TableName name() {
    return new TableName(row.text("schema"), row.text("name"));
  }

  boolean isView() {
    return row.text("kind").equals("v");
  }

  String query() {
    return row.text("query");
  }

  boolean hasRules() {
    return row.flag("rules") && !isView();
  }

  /** What people mean by the rows of a partition: the table at its root. */
  @Nullable TableName root() {
    String root = row.textOrNull("root");
    return root == null ? null : CatalogRow.table(root, '.');
  }

  List<TableName> parents() {
    return row.list("parents").stream().map(text -> CatalogRow.table(text, '.')).toList();
  }

  List<String> partitionColumns() {
    return row.list("partition_columns");
  }

  /** Columns whose change makes an UPDATE lock its row as a DELETE does. */
  Set<String> keyColumns() {
    return indexes.stream()
        .filter(Index::isKey)
        .flatMap(index -> index.columns().stream())
        .collect(Collectors.toSet());
  }

  /** Whether these equalities leave one row at most. */
  boolean isKey(Set<String> equal) {
    return indexes.stream().filter(Index::isKey).anyMatch(i -> equal.containsAll(i.columns()));
  }

  @Nullable Column column(String name) {
    return columns.stream().filter(c -> Objects.equals(c.name(), name)).findFirst().orElse(null);
  }

  /** The same with more foreign keys and triggers. */
  CatalogTable with(List<ForeignKey> moreKeys, List<Trigger> moreTriggers) {
    return new CatalogTable(
        row, columns, indexes, both(foreignKeys, moreKeys), both(triggers, moreTriggers));
  }

  private static <T> List<T> both(List<T> some, List<T> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** As people know it: without the schema where that is {@code public}. */
  String shortName() {
    return shortName(name());
  }

  static String shortName(TableName name) {
    return "public".equals(name.schema()) ? name.name() : name.toString();
  }
}
