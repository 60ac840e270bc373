-- 004 outcomes: proof that a transaction was committed, for those whose answer was lost.
-- breaking: no
--
-- A transaction's id is settled by pg_xact_status, unless a failover began another history, where ids
-- are given out again. A row written in the transaction itself is there if and only if it committed.

create table holdfast.transaction_outcome (
  id uuid primary key,
  at timestamptz not null default clock_timestamp()
);
create index transaction_outcome_at on holdfast.transaction_outcome (at);

-- In the transaction that it is about.
create function holdfast.record_outcome(p_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into holdfast.transaction_outcome (id) values (p_id)
$$;

-- From another connection, once that transaction is over: true if it was committed.
create function holdfast.has_outcome(p_id uuid) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from holdfast.transaction_outcome o where o.id = p_id)
$$;

-- Forgets at most p_limit rows that are older than the history is kept (a day at least: nobody asks
-- later), and answers how many went. Rows that another such call has locked are left to it.
create function holdfast.forget_outcomes(p_limit integer default 1000) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '100ms' as $$
declare
  v_gone integer;
begin
  delete from holdfast.transaction_outcome o
  where o.ctid = any (array(
    select old.ctid from holdfast.transaction_outcome old
    where old.at < clock_timestamp() - greatest(holdfast.history_retention(), interval '1 day')
    order by old.at
    limit p_limit
    for update skip locked));
  get diagnostics v_gone = row_count;
  return v_gone;
end
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
