package dev.holdfast.lease;

/** Every statement about leases. What they mean is written beside the functions they call. */
final class LeaseSql {

  /**
   * The parts of a batch, in the order in which they are sent. Tokens go as texts: the driver is
   * much slower with arrays of UUIDs. This one answers with rows of its own, or with those of the
   * two that follow.
   */
  static final String PASS =
      """
      select part, no, outcome, fence, holder, locked_at, locked_until, next_process, at
      from holdfast.pass_leases(?, ?, ?, ?, ?::text[]::uuid[], ?, ?, ?, ?, ?, ?)
      """;

  /** What this process handed over by itself. */
  static final String SUCCEED =
      """
      select part, no, outcome, fence, holder, locked_at, locked_until, next_process, at
      from holdfast.succeed_leases(
        ?, ?, ?, ?, ?::text[]::uuid[], ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** Counted on from those that were passed on. */
  static final String RELEASE =
      """
      select part, no + ?, outcome, fence, holder, locked_at, locked_until, next_process, at
      from holdfast.release_leases(?, ?, ?, ?, ?::text[]::uuid[])
      """;

  /** Rows only for what was not renewed. */
  static final String RENEW =
      """
      select part, no, outcome, fence, holder, locked_at, locked_until, next_process, at
      from holdfast.renew_leases(?, ?, ?, ?::text[]::uuid[], ?, ?)
      """;

  /** Counted on from those that were passed on. */
  static final String ACQUIRE =
      """
      select part, no + ?, outcome, fence, holder, locked_at, locked_until, next_process, at
      from holdfast.acquire_leases(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** The same for what another was seen to have: looks first whether it still does. */
  static final String LOOK =
      """
      select part, no + ?, outcome, fence, holder, locked_at, locked_until, next_process, at
      from holdfast.look_then_acquire(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /**
   * Around a batch where the default isolation is not READ COMMITTED: in the same round trip, since
   * a session setting would not survive a transaction pooler.
   */
  static final String BEGIN = "begin isolation level read committed";

  static final String COMMIT = "commit";

  /** In a transaction of its own, after a batch that was more than releases. */
  static final String WAKE =
      """
      select holdfast.wake(?, ?)
      """;

  static final String LEAVE =
      """
      select holdfast.leave(?, ?, ?)
      """;

  static final String MAINTAIN =
      """
      select pruned, forgotten
      from holdfast.maintain(?, ?)
      """;

  /** No row unless asked to look. */
  static final String REPORT_WAITS =
      """
      select from_id, to_id, resource, fence, holder, since, seen, at
      from holdfast.report_waits(?, ?::jsonb, ?, ?)
      """;

  static final String REPORT_INCIDENTS =
      """
      select holdfast.report_incidents(?, ?, ?, ?, ?, ?)
      """;

  /** Raises HF001 if the lease is not current. */
  static final String GUARD =
      """
      select holdfast.guard(?, ?, ?)
      """;

  /** No row: the resource was never locked, or not for a long time. */
  static final String FIND =
      """
      select resource, state, fence, holder, locked_at, locked_until, ttl_ms, waiting, at,
             array(select unnest(array[e.key, e.value]) from jsonb_each_text(attributes) e)
      from holdfast.resource(?)
      """;

  static final String LIST =
      """
      select resource, state, fence, holder, locked_at, locked_until, ttl_ms, waiting, at,
             array(select unnest(array[e.key, e.value]) from jsonb_each_text(attributes) e)
      from holdfast.resources(?, ?, ?, ?)
      """;

  static final String HISTORY =
      """
      select resource, fence, holder, locked_at, locked_until, ended_at, ending, ended_by, reason,
             array(select unnest(array[e.key, e.value]) from jsonb_each_text(attributes) e)
      from holdfast.history(?, ?)
      """;

  /** False: that lease had ended, or a successor has the resource. */
  static final String FORCE_RELEASE =
      """
      select holdfast.force_release(?, ?, ?, ?)
      """;

  /** First in a transaction of our own. */
  static final String READ_COMMITTED = "set transaction isolation level read committed";

  private LeaseSql() {}
}
