package dev.holdfast.examples.tablecatalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A row of {@code tables}. */
record StoredTable(long id, TableMetadata metadata) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static StoredTable of(ResultSet row) throws SQLException {
    return new StoredTable(row.getLong("id"), new TableMetadata(object(row.getString("metadata"))));
  }

  static ObjectNode object(String text) {
    try {
      return JSON.readValue(text, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("jsonb that is no JSON object", e);
    }
  }
}
