package dev.holdfast.policy.sql;

import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the sections of the catalog from a database. */
final class CatalogLoader {

  private CatalogLoader() {}

  static Map<String, List<CatalogRow>> read(Connection connection) throws SQLException {
    Map<String, List<CatalogRow>> sections = new LinkedHashMap<>();
    for (Map.Entry<String, String> section : CatalogSql.sections().entrySet()) {
      sections.put(section.getKey(), rows(connection, section.getValue()));
    }
    return sections;
  }

  private static List<CatalogRow> rows(Connection connection, String sql) throws SQLException {
    List<CatalogRow> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        rows.add(row(result));
      }
    }
    return rows;
  }

  /** Without nulls, false and empty lists: they are what is absent. */
  private static CatalogRow row(ResultSet result) throws SQLException {
    Map<String, Object> values = new LinkedHashMap<>();
    ResultSetMetaData meta = result.getMetaData();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      Object value = result.getObject(i);
      if (value instanceof Array array) {
        Object[] elements = (Object[]) array.getArray();
        value = elements.length == 0 ? null : Arrays.stream(elements).map(String::valueOf).toList();
      }
      if (value != null && !Boolean.FALSE.equals(value)) {
        values.put(meta.getColumnLabel(i), value);
      }
    }
    return new CatalogRow(values);
  }
}
