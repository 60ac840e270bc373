package dev.holdfast.examples.tablecatalog;

/** The statements of the catalog; those that lock rows are Holdfast's. */
final class CatalogSql {
  private CatalogSql() {}

  // Zero rows: the namespace exists already.
  static final String CREATE_NAMESPACE =
      """
      insert into namespaces (name, properties)
      values (?, ?::jsonb)
      on conflict (name) do nothing
      """;

  static final String FIND_NAMESPACE =
      """
      select properties
      from namespaces
      where name = ?
      """;

  static final String SET_NAMESPACE =
      """
      update namespaces
      set properties = ?::jsonb
      where name = ?
      """;

  // Zero rows: the table exists already.
  static final String CREATE_TABLE =
      """
      insert into tables (namespace, name, metadata)
      values (?, ?, ?::jsonb)
      on conflict (namespace, name) do nothing
      """;

  static final String FIND_TABLE =
      """
      select id, metadata
      from tables
      where namespace = ? and name = ?
      """;

  static final String SET_TABLE =
      """
      update tables
      set metadata = ?::jsonb
      where id = ?
      """;
}
