package dev.holdfast.policy.sql;

import dev.holdfast.policy.TableName;

/** A function or procedure, with its body. */
record CatalogFunction(TableName name, String language, String body) {

  static CatalogFunction of(CatalogRow row) {
    String body = row.textOrNull("body");
    return new CatalogFunction(
        new TableName(row.text("schema"), row.text("name")),
        row.text("language"),
        body == null ? "" : body);
  }
}
