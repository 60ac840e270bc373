package dev.holdfast.examples.publisher;

/** The statements of the publisher; those of the claims are Holdfast's. */
final class DeviationSql {
  private DeviationSql() {}

  static final String SCHEDULE =
      """
      insert into "Deviation" (id, title, status, "scheduledAt")
      values (?, ?, 'scheduled', coalesce(?, clock_timestamp()))
      """;

  static final String FIND =
      """
      select id, title, status, "executionLockId", "executionVersion"
      from "Deviation"
      where id = ?
      """;

  static final String COUNT =
      """
      select status, count(*) as items
      from "Deviation"
      group by status
      """;
}
