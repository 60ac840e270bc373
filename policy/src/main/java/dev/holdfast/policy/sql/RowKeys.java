package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;
import dev.holdfast.policy.sql.CatalogTable.Column;
import dev.holdfast.policy.sql.CatalogTable.Index;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which rows a statement locks, where its text and its bind parameters tell: by all columns of a
 * key in WHERE, by the values of an INSERT, by the columns of a foreign key. Thread-safe.
 */
public final class RowKeys {

  private static final int REMEMBERED = 2_000;

  private final Catalog catalog;
  private final TextCache<List<Token>> known = new TextCache<>(REMEMBERED);

  private RowKeys(Catalog catalog) {
    this.catalog = catalog;
  }

  public static RowKeys with(Catalog catalog) {
    return new RowKeys(catalog);
  }

  /** How many parameters a text has to be given. */
  public static int placeholders(String sql) {
    return (int)
        Lexer.read(sql).tokens().stream()
            .filter(token -> token.kind() == Token.Kind.PARAMETER && token.text().equals("?"))
            .count();
  }

  /** The rows or values that a lock of a statement is on, in order; empty if not known. */
  public List<RowKey> of(String sql, Lock lock, List<@Nullable Object> parameters) {
    ValueReader values = reader(sql, parameters);
    return switch (lock.origin()) {
      case EXPLICIT, DML ->
          lock.rows() == Rows.KEY ? byKey(lock.table(), values) : List.<RowKey>of();
      case UNIQUE_WAIT -> unique(lock, values);
      case FOREIGN_KEY -> referenced(lock, values);
      case CASCADE, TRIGGER, TABLE_LOCK -> List.of();
    };
  }

  /** The rows that an INSERT makes, by each key that its text tells; empty if not known. */
  public List<RowKey> inserted(String sql, TableName name, List<@Nullable Object> parameters) {
    List<RowKey> keys = new ArrayList<>();
    Optional<CatalogTable> table = catalog.table(name);
    if (table.isPresent()) {
      for (Map<String, String> row : rows(table.get(), reader(sql, parameters))) {
        for (Index index : table.get().indexes()) {
          RowKey key = index.isKey() ? key(index.columns(), index.columns(), row) : null;
          if (key != null) {
            keys.add(key);
          }
        }
      }
    }
    return keys;
  }

  private ValueReader reader(String sql, List<@Nullable Object> parameters) {
    List<Token> tokens = known.get(sql);
    if (tokens == null) {
      List<List<Token>> statements = Script.statements(Lexer.read(sql).tokens());
      tokens = statements.size() == 1 ? statements.get(0) : List.of();
      known.put(sql, tokens);
    }
    return new ValueReader(tokens, parameters);
  }

  private List<RowKey> byKey(TableName name, ValueReader reader) {
    Optional<CatalogTable> table = catalog.table(name);
    if (table.isEmpty()) {
      return List.of();
    }
    Map<String, String> values = reader.conditions(name);
    for (Index index : table.get().indexes()) {
      RowKey key = index.isKey() ? key(index.columns(), index.columns(), values) : null;
      if (key != null) {
        return List.of(key);
      }
    }
    return List.of();
  }

  private List<RowKey> unique(Lock lock, ValueReader reader) {
    Optional<CatalogTable> table = catalog.table(lock.table());
    if (table.isEmpty()) {
      return List.of();
    }
    for (Index index : table.get().indexes()) {
      if (lock.reason().startsWith("unique index " + index.name().name() + " of ")) {
        return written(table.get(), index.columns(), index.columns(), reader);
      }
    }
    return List.of();
  }

  private List<RowKey> referenced(Lock lock, ValueReader reader) {
    for (ForeignKey key : catalog.referring(lock.table())) {
      Optional<CatalogTable> child = catalog.table(key.table());
      if (child.isPresent() && lock.reason().startsWith("FK " + key.name() + " → ")) {
        return written(child.get(), key.columns(), key.referencedColumns(), reader);
      }
    }
    return List.of();
  }

  /** All of them, or none: a gap would make an order of those that are known. */
  private static List<RowKey> written(
      CatalogTable table, List<String> columns, List<String> named, ValueReader reader) {
    List<RowKey> keys = new ArrayList<>();
    for (Map<String, String> row : rows(table, reader)) {
      RowKey key = key(columns, named, row);
      if (key == null) {
        return List.of();
      }
      keys.add(key);
    }
    return keys;
  }

  /** Of an INSERT its rows, of an UPDATE what it sets and, for the rest, what it looks for. */
  private static List<Map<String, String>> rows(CatalogTable table, ValueReader reader) {
    List<String> columns = table.columns().stream().map(Column::name).toList();
    List<Map<String, String>> rows = reader.inserted(columns);
    if (!rows.isEmpty()) {
      return rows;
    }
    Map<String, String> updated = new LinkedHashMap<>(reader.conditions(table.name()));
    updated.putAll(reader.assignments(table.name()));
    return updated.isEmpty() ? List.of() : List.of(updated);
  }

  private static @Nullable RowKey key(
      List<String> columns, List<String> named, Map<String, String> values) {
    List<String> found = new ArrayList<>();
    for (String column : columns) {
      String value = values.get(column);
      if (value == null) {
        return null;
      }
      found.add(value);
    }
    return found.isEmpty() ? null : new RowKey(named, found);
  }
}
