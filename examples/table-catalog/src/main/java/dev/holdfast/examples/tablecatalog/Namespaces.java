package dev.holdfast.examples.tablecatalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.Holdfast;
import dev.holdfast.RowMissingException;
import dev.holdfast.row.RowLock;
import dev.holdfast.row.Rows;
import dev.holdfast.transaction.TransactionOptions;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

/** Namespaces and their properties. */
@Service
class Namespaces {

  private static final RowLock NAMESPACES =
      RowLock.of("namespaces", "name").withColumns("properties");

  private final Rows rows;
  private final TransactionOptions settings;
  private final JdbcTemplate jdbc;

  Namespaces(Holdfast holdfast, TransactionOptions settings, JdbcTemplate jdbc) {
    this.rows = holdfast.rows();
    this.settings = settings;
    this.jdbc = jdbc;
  }

  void create(String name, JsonNode properties) {
    String json = properties.isObject() ? properties.toString() : "{}";
    if (jdbc.update(CatalogSql.CREATE_NAMESPACE, name, json) == 0) {
      throw CatalogException.exists("Namespace " + name);
    }
  }

  ObjectNode properties(String name) {
    return jdbc.queryForList(CatalogSql.FIND_NAMESPACE, String.class, name).stream()
        .findFirst()
        .map(StoredTable::object)
        .orElseThrow(() -> CatalogException.noSuchNamespace(name));
  }

  /** Read, changed and written under the lock: nobody's change is lost. */
  ObjectNode update(String name, JsonNode updates, JsonNode removals) {
    try {
      return rows.withLock(
          NAMESPACES,
          name,
          settings,
          (tx, row) -> {
            ObjectNode properties = StoredTable.object(row.text("properties"));
            updates.properties().forEach(e -> properties.set(e.getKey(), e.getValue()));
            removals.forEach(key -> properties.remove(key.asText()));
            String sql = CatalogSql.SET_NAMESPACE;
            try (PreparedStatement write = tx.connection().prepareStatement(sql)) {
              write.setString(1, properties.toString());
              write.setString(2, name);
              write.executeUpdate();
            }
            return properties;
          });
    } catch (RowMissingException e) {
      throw CatalogException.noSuchNamespace(name);
    } catch (SQLException e) {
      throw new IllegalStateException("writing the properties of " + name + " failed", e);
    }
  }
}
