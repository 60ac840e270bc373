package dev.holdfast.examples.processengine;

/** The statements of the process engine. */
final class InstanceSql {
  private InstanceSql() {}

  static final String CREATE =
      """
      insert into instances (current_task)
      values ('DATA')
      returning id, current_task
      """;

  static final String FIND =
      """
      select id, current_task
      from instances
      where id = ?
      """;

  // No condition on the old task: the guard in the same transaction says that nobody moved it.
  static final String MOVE =
      """
      update instances
      set current_task = ?, changed_at = clock_timestamp()
      where id = ?
      """;

  static final String RECORD =
      """
      insert into process_history (instance_id, from_task, to_task, fence, locked_by)
      values (?, ?, ?, ?, ?)
      """;

  static final String HISTORY =
      """
      select from_task, to_task, fence, locked_by, at
      from process_history
      where instance_id = ?
      order by fence
      """;
}
