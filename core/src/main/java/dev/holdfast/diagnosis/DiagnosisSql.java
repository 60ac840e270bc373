package dev.holdfast.diagnosis;

/** What diagnosis asks. */
final class DiagnosisSql {

  /** Diagnosis must not become what it looks for. */
  static final String BOUNDS =
      """
      select set_config('statement_timeout', '5s', true), set_config('lock_timeout', '1s', true)
      """;

  /** One resource's waiters, in the order of the queue. */
  static final String WAITERS =
      """
      select kind, id, target, facts, at
      from holdfast.wait_facts(?)
      """;

  /**
   * One statement, one moment. Sessions are looked at with the rights of this role: what it may not
   * see of others stays null. pg_blocking_pids is asked for those alone who wait. A blocker that
   * has no lock on what is waited for stands before us in the queue, no more.
   */
  static final String GRAPH =
      """
      with f as materialized (
        select kind, id, target, facts, at from holdfast.wait_facts()
      ), locks as materialized (
        select * from pg_locks
      ), waiting as (
        select distinct l.pid from locks l where not l.granted limit 1000
      ), blocked as materialized (
        select w.pid, b.pid as by_pid
        from waiting w
        cross join lateral (select distinct unnest(pg_blocking_pids(w.pid)) as pid) b
      ), pids as (
        select b.pid from blocked b
        union
        select b.by_pid from blocked b
        union
        select f.target::integer from f where f.kind in ('guard', 'works')
      )
      select kind, id, target, facts, at
      from f
      union all
      select 'block', 'backend:' || b.pid, 'backend:' || b.by_pid,
             array['soft', (b.by_pid <> 0 and not exists (
               select
               from locks w
               join locks h
                 on h.pid = b.by_pid and h.granted and h.locktype = w.locktype
                and h.database is not distinct from w.database
                and h.relation is not distinct from w.relation
                and h.page is not distinct from w.page and h.tuple is not distinct from w.tuple
                and h.virtualxid is not distinct from w.virtualxid
                and h.transactionid is not distinct from w.transactionid
                and h.classid is not distinct from w.classid
                and h.objid is not distinct from w.objid
                and h.objsubid is not distinct from w.objsubid
               where w.pid = b.pid and not w.granted))::text],
             null
      from blocked b
      union all
      select 'backend', 'backend:' || p.pid, p.pid::text,
             array['pid', p.pid::text, 'application', a.application_name, 'user', a.usename,
                   'state', a.state, 'query', left(a.query, 200),
                   'backendStart',
                   to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                   'transactionSeconds',
                   extract(epoch from clock_timestamp() - a.xact_start)::numeric(20, 1)::text],
             null
      from pids p
      left join pg_stat_activity a on a.pid = p.pid
      """;

  private DiagnosisSql() {}
}
