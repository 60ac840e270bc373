package dev.holdfast.transaction;

import java.util.Locale;

/** What Holdfast says in a transaction besides the user's own statements. */
final class TransactionSql {

  /**
   * Sent in the same message as the first statement. The id settles a lost commit, together with
   * the timeline of the server that gave it out; a transaction that may write gets one anyway.
   */
  static final String OPEN =
      """
      select set_config('lock_timeout', ?, true),
             pg_current_xact_id()::text || '@'
             || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
      """;

  /** The row proves the commit where ids don't: after a failover. */
  static final String OPEN_WITH_OUTCOME =
      """
      select set_config('lock_timeout', ?, true),
             pg_current_xact_id()::text || '@'
             || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8),
             holdfast.record_outcome(?)
      """;

  static final String OPEN_READ_ONLY =
      """
      select set_config('lock_timeout', ?, true), null::text
      """;

  /** In somebody else's transaction: with what has to be put back at the end. */
  static final String JOIN =
      """
      select set_config('lock_timeout', ?, true), before.value
      from current_setting('lock_timeout') as before (value)
      """;

  static final String RESTORE =
      """
      select set_config('lock_timeout', ?, true)
      """;

  /**
   * committed, aborted, in progress; null or 22023: too old, or of another server's history. After
   * a crash the ids of transactions that had not reached the disk are given out again: "committed"
   * may be somebody else's then ("reused"). A crash resets the statistics of the whole server,
   * before anybody is let in: if that was after the transaction began, the id proves nothing. (The
   * start of the postmaster does not tell: it outlives the crash of a backend.) The second
   * parameter is the age of the transaction in seconds. A server that took over is told by its
   * timeline.
   */
  static final String STATUS =
      """
      select case when s.status = 'committed'
                   and (s.timeline <> substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
                        or exists (
                          select from pg_stat_wal w
                          where w.stats_reset > clock_timestamp() - make_interval(secs => ?)))
                  then 'reused' else s.status end
      from (select pg_xact_status(split_part(i.id, '@', 1)::xid8) as status,
                   split_part(i.id, '@', 2) as timeline
            from (select ?::text as id) i) s
      """;

  static final String OUTCOME =
      """
      select holdfast.has_outcome(?)
      """;

  static final String FORGET_OUTCOMES =
      """
      select holdfast.forget_outcomes(?)
      """;

  /**
   * Who is in the way of each of these backends. Other roles' states are null unless ours may read
   * them. No row: it waits for nobody, or not any more.
   */
  static final String BLOCKERS =
      """
      select w.pid, b.pid, a.application_name, a.state,
             (extract(epoch from clock_timestamp() - a.xact_start) * 1000)::bigint,
             (extract(epoch from clock_timestamp() - a.query_start) * 1000)::bigint,
             left(a.query, 201)
      from unnest(?::integer[]) as w (pid)
      cross join lateral (select distinct unnest(pg_blocking_pids(w.pid)) as pid) b
      left join pg_stat_activity a on a.pid = b.pid
      """;

  private TransactionSql() {}

  /** Must come before every query of its transaction. */
  static String isolation(IsolationLevel level) {
    return "set transaction isolation level "
        + level.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
