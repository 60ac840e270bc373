package dev.holdfast.examples.tablecatalog;

import com.fasterxml.jackson.databind.JsonNode;

/** What a commit requires of one table, and what it changes there. */
record TableChange(String namespace, String table, JsonNode requirements, JsonNode updates) {

  static TableChange of(String namespace, String table, JsonNode body) {
    return new TableChange(namespace, table, body.path("requirements"), body.path("updates"));
  }

  String name() {
    return namespace + "." + table;
  }
}
