-- 006 outbox: events that commit with what they tell of, and jobs of several transactions.
-- breaking: no
--
-- Both tables are claimed from as any table of the application is (package dev.holdfast.claim): the
-- columns lock_id, locked_at, execution_version, attempts, due_at belong to that.
--
-- Order. Events with a key are delivered in the order of their ids, key by key: none before all
-- earlier ones of its topic and key are completed. Ids alone would not do: a transaction may take id
-- 7, another 8, and 8 commit first. So append takes a lock on the key until its transaction ends:
-- the second producer of a key waits for the first, and ids and commits of a key have one order. A
-- long transaction elsewhere holds up nobody; it would if we waited for all transactions older than
-- an event (pg_snapshot_xmin). Events without a key have no order and no lock.

create table holdfast.event (
  id                bigint generated always as identity primary key,
  topic             text collate "C" not null check (length(topic) between 1 and 255),
  key               text collate "C" check (length(key) between 1 and 512),   -- null: no order
  payload           bytea not null,
  content_type      text not null check (length(content_type) between 1 and 255),
  status            text not null default 'pending',  -- processing, completed, failed, parked
  attempts          integer not null default 0,
  due_at            timestamptz not null default clock_timestamp(),
  lock_id           uuid,
  locked_at         timestamptz,
  execution_version bigint not null default 0,
  last_error        text,
  created_at        timestamptz not null default clock_timestamp()
)
with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index event_open on holdfast.event (due_at, id) where status in ('pending', 'processing');
create index event_claimable on holdfast.event (due_at, id)
  where status in ('pending', 'processing') and lock_id is null;
create index event_sequence on holdfast.event (topic, key, id) where status <> 'completed';

create table holdfast.job (
  id                bigint generated always as identity primary key,
  kind              text collate "C" not null check (length(kind) between 1 and 255),
  input             text not null,
  step              text not null,          -- the next one; committed with the work of the last
  status            text not null default 'pending',  -- processing, completed, failed, parked
  outcome           text,                   -- completed: 'done', or why it was stopped
  attempts          integer not null default 0,       -- of this step
  due_at            timestamptz not null default clock_timestamp(),
  lock_id           uuid,
  locked_at         timestamptz,
  execution_version bigint not null default 0,
  last_error        text,
  created_at        timestamptz not null default clock_timestamp()
)
with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index job_open on holdfast.job (due_at, id) where status in ('pending', 'processing');
create index job_claimable on holdfast.job (due_at, id)
  where status in ('pending', 'processing') and lock_id is null;

create function holdfast.outbox_retention() returns interval   -- how long completed events and jobs stay
language sql immutable as $$ select interval '7 days' $$;

create function holdfast.configure_outbox(p_retention interval) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_retention is null or p_retention < interval '0' then
    raise exception 'a retention is zero or more' using errcode = 'invalid_parameter_value';
  end if;
  execute format('create or replace function holdfast.outbox_retention() returns interval
    language sql immutable as $f$ select interval %L $f$', p_retention);
end
$$;

-- Appends in the caller's transaction; answers the ids in the order of the arrays. The keys are locked
-- in one order, so that two calls can't deadlock; two transactions that call it several times can
-- (40P01: try again). Waits five seconds at most for a producer of the same key.
create function holdfast.append_events(
  p_topics text[], p_keys text[], p_payloads bytea[], p_content_types text[], p_delays bigint[])
returns setof bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  v_lock bigint;
begin
  for v_lock in
    select distinct hashtextextended(a.topic || chr(10) || a.key, 4847) as lock
    from unnest(p_topics, p_keys) as a (topic, key)
    where a.key is not null
    order by lock
  loop
    perform pg_advisory_xact_lock(v_lock);
  end loop;
  return query
  insert into holdfast.event (topic, key, payload, content_type, due_at)
  select a.topic, a.key, a.payload, a.content_type,
         clock_timestamp() + a.delay * interval '1 millisecond'
  from unnest(p_topics, p_keys, p_payloads, p_content_types, p_delays)
         with ordinality as a (topic, key, payload, content_type, delay, no)
  order by a.no
  returning id;
end
$$;

-- By hand, from a trigger, from any language.
create function holdfast.append_event(p_topic text, p_payload jsonb, p_key text default null)
returns bigint
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select holdfast.append_events(
    array[p_topic], array[p_key], array[convert_to(p_payload::text, 'UTF8')],
    array['application/json'], array[0::bigint])
$$;

create function holdfast.start_job(p_kind text, p_step text, p_input text) returns bigint
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into holdfast.job (kind, step, input) values (p_kind, p_step, p_input) returning id
$$;

create function holdfast.job_state(p_id bigint)
returns table (
  id bigint, kind text, step text, status text, outcome text, attempts integer, last_error text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select j.id, j.kind, j.step, j.status, j.outcome, j.attempts, j.last_error
  from holdfast.job j where j.id = p_id
$$;

-- Keys that stand still: the first unfinished event of a key, where it failed, and how many wait behind.
create function holdfast.blocked_keys(p_limit integer default 100)
returns table (
  topic text, key text, event bigint, status text, attempts integer, last_error text, waiting bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.topic, e.key, e.id, e.status, e.attempts, e.last_error,
         (select count(*) from holdfast.event w
          where w.topic = e.topic and w.key = e.key and w.id > e.id and w.status <> 'completed')
  from holdfast.event e
  where e.key is not null and e.status <> 'completed'
    and (e.status in ('failed', 'parked') or e.attempts > 0 and e.lock_id is null)
    and not exists (
      select from holdfast.event p
      where p.topic = e.topic and p.key = e.key and p.id < e.id and p.status <> 'completed')
  order by e.id
  limit least(greatest(p_limit, 1), 10000)
$$;

-- An operator lets an event begin anew. False: it is being worked on, completed, or gone.
create function holdfast.retry_event(p_id bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
begin
  update holdfast.event e
  set status = 'pending', attempts = 0, due_at = clock_timestamp()
  where e.id = p_id and e.lock_id is null and e.status <> 'completed';
  return found;
end
$$;

-- An operator lets the events behind it go on: it counts as completed, with who and why.
create function holdfast.skip_event(
  p_id bigint, p_reason text, p_by text default session_user::text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
begin
  if coalesce(length(p_reason), 0) not between 1 and 1000 then
    raise exception 'skipping an event needs a reason of 1 to 1000 characters'
      using errcode = 'invalid_parameter_value';
  end if;
  update holdfast.event e
  set status = 'completed',
      last_error = format('skipped by %s: %s; before: %s', p_by, p_reason, e.last_error)
  where e.id = p_id and e.lock_id is null and e.status <> 'completed';
  return found;
end
$$;

-- At most p_limit of each go, the oldest first.
create function holdfast.forget_outbox(p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_before timestamptz := clock_timestamp() - holdfast.outbox_retention();
  v_events integer;
  v_jobs   integer;
begin
  delete from holdfast.event e
  where e.ctid = any (array(
    select o.ctid from holdfast.event o
    where o.status = 'completed' and o.created_at < v_before
    order by o.id limit p_limit
    for update skip locked));
  get diagnostics v_events = row_count;
  delete from holdfast.job j
  where j.ctid = any (array(
    select o.ctid from holdfast.job o
    where o.status = 'completed' and o.created_at < v_before
    order by o.id limit p_limit
    for update skip locked));
  get diagnostics v_jobs = row_count;
  return greatest(v_events, v_jobs);
end
$$;

-- Every process that holds leases, and so every relay, calls maintain about once a minute.
alter function holdfast.maintain(integer, integer) rename to maintain_leases;

create function holdfast.maintain(
  p_bucket integer default 0, p_limit integer default 1000,
  out pruned integer, out forgotten integer, out waiters integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select m.* into pruned, forgotten, waiters from holdfast.maintain_leases(p_bucket, p_limit) m;
  if p_bucket = 0 then
    forgotten := greatest(forgotten, holdfast.forget_outbox(p_limit));
  end if;
end
$$;

-- holdfast_user appends and starts; holdfast_relay also delivers: it may claim rows of the two tables,
-- not change what they say. holdfast_admin may retry and skip.
do $$
begin
  if not exists (select from pg_roles where rolname = 'holdfast_relay') then
    create role holdfast_relay nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise notice 'role holdfast_relay is missing and % may not create it: create it, then select holdfast.grant_rights()',
      current_user;
end
$$;

create or replace function holdfast.grant_rights() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- what changes what belongs to others; everything else marked SECURITY DEFINER is for users
  c_admin constant text[] := array['force_release', 'retry_event', 'skip_event'];
  c_roles constant text[] := array['holdfast_user', 'holdfast_relay', 'holdfast_admin'];
  v_role     text;
  v_function record;
begin
  revoke all on all tables in schema holdfast from public;
  revoke all on all functions in schema holdfast from public;
  foreach v_role in array c_roles loop
    continue when not exists (select from pg_roles where rolname = v_role);
    execute format('grant usage on schema holdfast to %I', v_role);
    for v_function in
      select p.oid::regprocedure as signature
      from pg_proc p
      where p.pronamespace = 'holdfast'::regnamespace and p.prosecdef
        and (v_role = 'holdfast_admin' or p.proname <> all (c_admin))
      order by p.oid
    loop
      execute format('grant execute on function %s to %I', v_function.signature, v_role);
    end loop;
    if v_role = 'holdfast_relay' then
      grant select on holdfast.event, holdfast.job to holdfast_relay;
      grant update (status, attempts, due_at, lock_id, locked_at, execution_version, last_error)
        on holdfast.event, holdfast.job to holdfast_relay;
      grant update (step, outcome) on holdfast.job to holdfast_relay;
    end if;
  end loop;
end
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
