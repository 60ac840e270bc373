package dev.holdfast.outbox;

/** Every statement about events and jobs that is not a claim's. */
final class OutboxSql {

  /** A row an event, in the order of the arrays. */
  static final String APPEND =
      """
      select * from holdfast.append_events(?, ?, ?, ?, ?)
      """;

  static final String BLOCKED =
      """
      select topic, key, event, status, attempts, last_error, waiting
      from holdfast.blocked_keys(?)
      """;

  /** False: it is being worked on, completed, or gone. */
  static final String RETRY =
      """
      select holdfast.retry_event(?)
      """;

  static final String SKIP =
      """
      select holdfast.skip_event(?, ?, ?)
      """;

  static final String START_JOB =
      """
      select holdfast.start_job(?, ?, ?)
      """;

  static final String JOB =
      """
      select id, kind, step, status, outcome, attempts, last_error
      from holdfast.job_state(?)
      """;

  /** In the transaction of a step: where to go on. Attempts are counted a step. */
  static final String NEXT_STEP =
      """
      update holdfast.job
      set step = ?, attempts = 0
      where id = ?
      """;

  static final String OUTCOME =
      """
      update holdfast.job
      set outcome = ?
      where id = ?
      """;

  private OutboxSql() {}
}
