package dev.holdfast.policy.sql;

import dev.holdfast.policy.sql.CatalogTable.Column;
import dev.holdfast.policy.sql.CatalogTable.Index;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Puts tables together from the catalog's sections. */
final class CatalogTables {

  private CatalogTables() {}

  static List<CatalogTable> of(Function<String, List<CatalogRow>> sections) {
    Map<String, List<CatalogRow>> columns = byTable(sections.apply("columns"));
    Map<String, List<CatalogRow>> indexes = byTable(sections.apply("indexes"));
    Map<String, List<CatalogRow>> keys = byTable(sections.apply("foreign_keys"));
    Map<String, List<CatalogRow>> triggers = byTable(sections.apply("triggers"));
    return sections.apply("tables").stream()
        .map(
            row -> {
              String name = row.text("schema") + '.' + row.text("name");
              return new CatalogTable(
                  row,
                  all(columns, name, CatalogTables::column),
                  all(indexes, name, Index::new),
                  all(keys, name, ForeignKey::new),
                  all(triggers, name, Trigger::new));
            })
        .toList();
  }

  private static Map<String, List<CatalogRow>> byTable(List<CatalogRow> rows) {
    return rows.stream().collect(Collectors.groupingBy(row -> row.text("table")));
  }

  private static <T> List<T> all(
      Map<String, List<CatalogRow>> rows, String table, Function<CatalogRow, T> of) {
    return rows.getOrDefault(table, List.of()).stream().map(of).toList();
  }

  private static Column column(CatalogRow row) {
    return new Column(row.text("name"), row.flag("has_default"), row.flag("generated"));
  }
}
