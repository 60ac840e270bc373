package dev.holdfast.examples.permitworkflow;

/** The statements of the workflow, beside those that Holdfast makes for versions and row locks. */
final class WorkflowSql {
  private WorkflowSql() {}

  static final String CREATE =
      """
      insert into applications (citizen, title, details)
      values (?, ?, ?)
      returning *
      """;

  static final String FIND =
      """
      select *
      from applications
      where id = ?
      """;

  // In the transaction of the transition: there if, and only if, that commits.
  static final String RECORD =
      """
      insert into transitions (application_id, from_state, to_state, officer, row_version)
      values (?, ?, ?, ?, ?)
      """;

  static final String NOTIFY =
      """
      insert into notifications (application_id, citizen, message)
      values (?, ?, ?)
      """;

  static final String TRANSITIONS =
      """
      select from_state, to_state, officer, row_version
      from transitions
      where application_id = ?
      order by row_version
      """;
}
