-- 007 diagnosis: who waits, for whom, and what went wrong.
-- breaking: no
--
-- Each process says once a second who of it waits for a lease (longer than half a second), what they
-- hold meanwhile and which backends work for them. With the leases, the guards' marks (holdfast.guard)
-- and pg_blocking_pids that is the graph of who waits for whom, over leases and row locks.
--
-- Nothing here decides about a lease. A report that is lost costs a look, so the table is unlogged.

create unlogged table holdfast.wait_report (
  process     uuid primary key,
  reported_at timestamptz not null,
  expires_at  timestamptz not null,       -- a process that died says nothing more
  waits       jsonb not null,             -- the oldest thousand, as holdfast.current_waits reads them
  more        integer not null            -- how many more wait
)
with (fillfactor = 50);

create table holdfast.incident (
  id       bigint generated always as identity primary key,
  at       timestamptz not null,
  kind     text not null check (kind in ('late-release', 'lost', 'stale-write', 'deadlock')),
  resource text not null,
  fence    bigint,
  holder   text,
  detail   text
);
create index incident_at on holdfast.incident (at);
create index incident_resource on holdfast.incident (resource, fence);

-- Everybody who was reported to wait. `holds` are those leases that are renewed for as long as the
-- wait lasts; `owner` is the mark that leases of clients elsewhere carry in their row.
create function holdfast.current_waits() returns table (
  id text, process uuid, no bigint, resource text, holder text, since timestamptz, owner text,
  holds jsonb, backends jsonb, seen timestamptz)
language sql stable as $$
  select 'waiter:' || r.process || '/' || w.n, r.process, w.n, w.resource, w.holder,
         to_timestamp(w.since / 1000.0), w.owner, coalesce(w.holds, '[]'), coalesce(w.backends, '[]'),
         r.reported_at
  from holdfast.wait_report r
  cross join lateral jsonb_to_recordset(r.waits)
    as w (n bigint, resource text, holder text, since bigint, owner text, holds jsonb, backends jsonb)
  where r.expires_at > clock_timestamp()
$$;

-- The transactions that work under a guard of one of these resources: until such a transaction ends
-- nobody is granted the resource.
create function holdfast.guards_of(p_resources text[]) returns table (resource text, pid integer)
language sql stable as $$
  select r.resource, l.pid
  from (select a.resource, holdfast.guard_mark(a.resource) as mark
        from unnest(p_resources) as a (resource)) r
  join pg_locks l
    on l.locktype = 'advisory' and l.objsubid = 1 and l.granted
   and l.classid::bigint = (r.mark >> 32) & 4294967295 and l.objid::bigint = r.mark & 4294967295
   and l.database = (select d.oid from pg_database d where d.datname = current_database())
$$;

-- Who of those in `current_waits` can't get on before whom; only what is sure: no place in a queue.
--   waiter  to waiter   the lease it waits for is held by one who waits too
--   waiter  to backend  a transaction works under the guard of that lease
--   backend to backend  it waits for a lock that the other one has
--   backend to waiter   its transaction was opened by one who waits, and ends after the wait
-- Who seems to wait for its own lease may be a thread of a pool that has other work by now: no edge.
-- Locks are looked at only where somebody waits with a transaction open.
create function holdfast.wait_edges() returns table (
  from_id text, to_id text, resource text, fence bigint, holder text, since timestamptz,
  seen timestamptz)
language plpgsql stable as $$
begin
  return query
  with recursive w as materialized (
    select c.* from holdfast.current_waits() c limit 10000
  ), held as materialized (
    select l.resource::text as resource, l.fence, l.attributes ->> 'holdfast.owner' as owner,
           l.locked_until
    from (select distinct a.resource from w a) a
    cross join lateral (
      select l.* from holdfast.lease l
      where l.resource = a.resource and l.bucket = holdfast.bucket_of(a.resource)
        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, clock_timestamp())
      offset 0) l
  ), owned as (
    select w.id, h.resource, h.fence
    from w cross join lateral jsonb_to_recordset(w.holds) as h (resource text, fence bigint)
    union
    -- nobody renews such a lease here: one that ends in a moment frees itself
    select w.id, h.resource, h.fence
    from w join held h on h.owner = w.owner
    where h.locked_until > clock_timestamp() + interval '3 seconds'
  ), worked as materialized (
    select w.id, b.pid::integer as pid
    from w cross join lateral jsonb_array_elements_text(w.backends) as b (pid)
  ), marked as materialized (
    select g.resource, g.pid
    from holdfast.guards_of(
      case when exists (select from worked) then array(select distinct a.resource from w a)
           else '{}' end) g
  ), blocked (pid, by_pid) as (
    select m.pid, b.pid
    from (select distinct a.pid from marked a) m
    cross join lateral unnest(pg_blocking_pids(m.pid)) as b (pid)
    union
    select s.by_pid, b.pid
    from blocked s cross join lateral unnest(pg_blocking_pids(s.by_pid)) as b (pid)
  )
  select w.id, o.id, w.resource, h.fence, w.holder, w.since, w.seen
  from w join held h on h.resource = w.resource
  join owned o on o.resource = h.resource and o.fence = h.fence and o.id <> w.id
  union all
  select w.id, 'backend:' || m.pid, w.resource, null, w.holder, w.since, w.seen
  from w join marked m on m.resource = w.resource
  union all
  select 'backend:' || b.pid, 'backend:' || b.by_pid, null, null, null, null, clock_timestamp()
  from blocked b
  where not holdfast.is_soft(b.pid, b.by_pid)
  union all
  select 'backend:' || k.pid, k.id, null, null, null, null, clock_timestamp()
  from worked k
  where k.pid in (select b.by_pid from blocked b);
end
$$;

-- Whether p_by only stands before p_pid in the queue for a lock, and has it not.
create function holdfast.is_soft(p_pid integer, p_by integer) returns boolean
language sql stable as $$
  select not exists (
    select
    from pg_locks w
    join pg_locks h
      on h.pid = p_by and h.granted and h.locktype = w.locktype
     and h.database is not distinct from w.database
     and h.relation is not distinct from w.relation
     and h.page is not distinct from w.page and h.tuple is not distinct from w.tuple
     and h.virtualxid is not distinct from w.virtualxid
     and h.transactionid is not distinct from w.transactionid
     and h.classid is not distinct from w.classid and h.objid is not distinct from w.objid
     and h.objsubid is not distinct from w.objsubid
    where w.pid = p_pid and not w.granted)
$$;

-- A process says who of it waits; none: it takes its report back. p_look: somebody of it could be part
-- of a circle, so it hears who can't get on before whom. What died without a word goes after a minute.
create function holdfast.report_waits(
  p_process uuid, p_waits jsonb, p_more integer, p_look boolean)
returns table (
  from_id text, to_id text, resource text, fence bigint, holder text, since timestamptz,
  seen timestamptz, at timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp set jit = off as $$
declare
  v_now   timestamptz := clock_timestamp();
  v_waits jsonb;
begin
  if jsonb_array_length(p_waits) > 1000 or length(p_waits::text) > 4000000 then
    raise exception 'a report has at most 1000 waits and 4 MB'
      using errcode = 'invalid_parameter_value';
  end if;
  if jsonb_array_length(p_waits) = 0 then
    delete from holdfast.wait_report r where r.process = p_process;
    delete from holdfast.wait_report r
    where r.ctid = any (array(
      select o.ctid from holdfast.wait_report o
      where o.expires_at < v_now - interval '1 minute'
      limit 100 for update skip locked));
    return;
  end if;
  -- Taken apart and put together, so that nobody finds anything else in there later.
  v_waits := (
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'n', w.n, 'resource', w.resource, 'holder', w.holder, 'since', w.since, 'owner', w.owner,
      'holds', (select jsonb_agg(jsonb_build_object('resource', h.resource, 'fence', h.fence))
                from jsonb_to_recordset(w.holds) as h (resource text, fence bigint)),
      'backends', (select jsonb_agg(b.pid::integer)
                   from jsonb_array_elements_text(w.backends) as b (pid)))))
    from jsonb_to_recordset(p_waits)
      as w (n bigint, resource text, holder text, since bigint, owner text, holds jsonb,
            backends jsonb)
    where w.n is not null and w.resource is not null and w.holder is not null
      and w.since is not null);
  insert into holdfast.wait_report as r (process, reported_at, expires_at, waits, more)
  values (p_process, v_now, v_now + interval '5 seconds', coalesce(v_waits, '[]'), p_more)
  on conflict (process) do update
  set reported_at = v_now, expires_at = v_now + interval '5 seconds',
      waits = coalesce(v_waits, '[]'), more = p_more;
  if p_look then
    return query
    select e.from_id, e.to_id, e.resource, e.fence, e.holder, e.since, e.seen, v_now
    from holdfast.wait_edges() e
    limit 20000;
  end if;
end
$$;

-- What went wrong, as the processes saw it; p_ages: how long ago, in milliseconds. Old ones go at the
-- same time, as the history of leases does.
create function holdfast.report_incidents(
  p_ages bigint[], p_kinds text[], p_resources text[], p_fences bigint[], p_holders text[],
  p_details text[])
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into holdfast.incident (at, kind, resource, fence, holder, detail)
  select v_now - a.age * interval '1 millisecond', a.kind, left(a.resource, 512), a.fence,
         left(a.holder, 255), left(a.detail, 2000)
  from unnest(p_ages, p_kinds, p_resources, p_fences, p_holders, p_details)
         as a (age, kind, resource, fence, holder, detail);
  delete from holdfast.incident i
  where i.ctid = any (array(
    select o.ctid from holdfast.incident o
    where o.at < v_now - greatest(holdfast.history_retention(), interval '1 day')
    order by o.at
    limit 1000
    for update skip locked));
end
$$;

-- As java.time.Instant reads it.
create function holdfast.iso(p_time timestamptz) returns text
language sql stable as $$
  select to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- What the graph of waiting is made of, as far as it stands in this schema: a row a fact, `facts` are
-- keys and values in turn. What PostgreSQL shows of sessions is asked for by the caller, with the
-- caller's rights. p_resource: only the waiters of this one.
--   now     at: the database's clock
--   waiter  id, target: the resource; in the order of each queue
--   holds   id: a waiter, target: a resource that it holds
--   works   id: a waiter, target: a backend that works for it
--   lease   id, target: the resource; of what is waited for
--   edge    id can't get on before target
--   guard   id: a lease, target: a backend that works under its guard
create function holdfast.wait_facts(p_resource text default null)
returns table (kind text, id text, target text, facts text[], at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off as $$
declare
  v_now     timestamptz := clock_timestamp();
  v_awaited text[];
begin
  return query select 'now', null, null, null::text[], v_now;

  v_awaited := array(
    select a.resource
    from (select c.resource from holdfast.current_waits() c
          union
          select o.resource::text from holdfast.waiter o where o.expires_at > v_now) a
    where p_resource is null or a.resource = p_resource
    order by a.resource collate "C"
    limit 5000);

  -- A process whose waits are too young to be reported stands in the queue all the same.
  return query
  select 'waiter', coalesce(w.id, 'waiter:' || p.process || '/0'), coalesce(w.resource, p.resource),
         array['holder', coalesce(w.holder, p.holder),
               'process', coalesce(w.process, p.process)::text,
               'since', holdfast.iso(coalesce(w.since, p.since))],
         v_now
  from (select c.* from holdfast.current_waits() c where c.resource = any (v_awaited)) w
  full join (select o.resource::text as resource, o.process, o.holder, o.since
             from holdfast.waiter o
             where o.expires_at > v_now and o.resource = any (v_awaited)) p
    on p.process = w.process and p.resource = w.resource
  order by coalesce(w.resource, p.resource) collate "C", coalesce(p.since, w.since),
           coalesce(w.process, p.process), w.since, w.no
  limit 5000;

  return query
  select 'holds', w.id, h.resource, null::text[], v_now
  from holdfast.current_waits() w
  cross join lateral jsonb_to_recordset(w.holds) as h (resource text, fence bigint)
  where w.resource = any (v_awaited)
  union
  select 'holds', w.id, l.resource::text, null::text[], v_now
  from holdfast.current_waits() w
  join holdfast.lease l on l.resource = any (
    array(select c.resource from holdfast.current_waits() c))
  where w.resource = any (v_awaited) and l.attributes ->> 'holdfast.owner' = w.owner
    and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
  limit 20000;

  return query
  select 'works', w.id, b.pid, null::text[], v_now
  from holdfast.current_waits() w
  cross join lateral jsonb_array_elements_text(w.backends) as b (pid)
  where w.resource = any (v_awaited)
  limit 5000;

  return query
  select 'lease', 'lease:' || s.resource, s.resource,
         array['resource', s.resource, 'state', s.state, 'fence', s.fence::text, 'holder', s.holder,
               'since', holdfast.iso(s.locked_at), 'until', holdfast.iso(s.locked_until),
               'remainingSeconds',
               case when s.state = 'held'
                    then extract(epoch from s.locked_until - v_now)::numeric(20, 3)::text end],
         v_now
  from unnest(v_awaited) as a (resource)
  cross join lateral (
    select (holdfast.state_of(l, v_now)).*
    from holdfast.lease l
    where l.resource = a.resource and l.bucket = holdfast.bucket_of(a.resource) offset 0) s;

  return query
  select 'edge', e.from_id, e.to_id, array['resource', e.resource, 'fence', e.fence::text], v_now
  from holdfast.wait_edges() e
  where p_resource is null
  limit 20000;

  return query
  select 'guard', 'lease:' || g.resource, g.pid::text, null::text[], v_now
  from holdfast.guards_of(v_awaited) g
  where p_resource is null;
end
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
