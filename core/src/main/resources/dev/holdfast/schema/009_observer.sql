-- 009 observer: what happened, in an order that can be followed; how much was waited; who was refused.
-- breaking: no
--
-- The protocol of leases writes nothing for onlookers. One process at a time, the observer (it has
-- the lease holdfast/observer and calls observe() under its guard), looks at what leases leave
-- behind and tells it as events. Invariants, and what keeps each of them:
--   seq is dense, and its order is the order of commit   one writer: the row of holdfast.observer is
--                                       locked before a number is taken, and keeps the last one
--   nothing is told twice               a lease has one start, one end and at most one forced end: a
--                                       unique index, and each look leaves out what is there
--   nothing is lost                     a look covers all that may have become visible since the
--                                       last one: see the horizon
--   the work of a look is bounded       by p_limit leases, by a window of five minutes, and by the
--                                       caller, who says when the table of leases is read; what is
--                                       left over is told by the next looks, for 15 seconds
-- Where a bound bites, an event of kind `gap` says how much is missing.
--
-- The horizon. A row carries the clock of its function (ended_at, locked_at), and becomes visible
-- when its transaction commits: by then other rows with later times may have been told. A look marks
-- the id of its own transaction and the time at which that began. Once all ids below the mark are
-- over, whatever is still invisible got its id after the mark; its clock was read a moment before that
-- at the earliest (slack()). So all rows older than mark - slack are visible, and the next look starts
-- there. (Not pg_snapshot_xmax: that is one above the last id that is over, and ids above it may have
-- been given out long ago.) A transaction that stays open holds the horizon back, five minutes at most.
-- An expired lease is different: its end is when it ran out, its row is written when it is taken over
-- or never. The end is told by reading holdfast.lease, or with the start of its successor.

create table holdfast.observer (
  one          boolean primary key default true check (one),
  last_seq     bigint not null default 0,    -- events up to here were told
  pruned_seq   bigint not null default 0,    -- events up to here are gone
  looked_at    timestamptz,
  horizon      timestamptz,                  -- of holdfast.past_lease
  scan_horizon timestamptz,                  -- of holdfast.lease, which is read less often
  mark_at      timestamptz,
  mark_xid     xid8,
  -- for the owner to change
  keep_events     interval not null default '24 hours',
  most_events     bigint not null default 1000000,
  keep_refusals   interval not null default '24 hours',
  keep_contention interval not null default '7 days'
);
insert into holdfast.observer default values;

create table holdfast.observed_event (
  seq      bigint primary key,
  told_at  timestamptz not null,             -- rises with seq
  at       timestamptz not null,             -- when it happened
  kind     text not null,
  phase    smallint,                         -- of a lease: 1 start, 2 end, 3 forced; else null
  resource text collate "C",
  fence    bigint,
  holder   text,
  detail   jsonb
);
create unique index observed_event_once on holdfast.observed_event (resource, fence, phase)
where phase is not null;

-- Those of whom it was told that they wait.
create table holdfast.observed_wait (
  resource text collate "C" not null,
  process  uuid not null,
  no       bigint not null,                  -- of a wait in its process; 0: the process as a whole
  since    timestamptz not null,
  holder   text not null,
  primary key (resource, process, no, since)
);

create table holdfast.contention (
  minute       timestamptz not null,
  grp          text collate "C" not null,    -- the name up to its first slash
  wait_seconds double precision not null,
  refusals     integer not null,
  primary key (minute, grp)
);

-- A request that the service refused, and what stood in its way then.
create table holdfast.refusal (
  id         uuid primary key,
  at         timestamptz not null,
  resource   text collate "C" not null,
  code       text not null,
  asker      text not null,
  held_by    text,
  held_fence bigint,
  held_since timestamptz,
  held_until timestamptz,
  waited_ms  bigint not null,
  waiters    jsonb not null,                 -- [{"holder", "since"}], at most 20
  told       boolean not null default false
);
create index refusal_at on holdfast.refusal (at, id);
create index refusal_resource on holdfast.refusal (resource, at, id);
create index refusal_untold on holdfast.refusal (at) where not told;

-- What went wrong (007) and what somebody did by force (008) is told once, like refusals.
alter table holdfast.incident add column told boolean not null default false;
create index incident_untold on holdfast.incident (id) where not told;
alter table holdfast.deed add column told boolean not null default false;
create index deed_untold on holdfast.deed (id) where not told;

create function holdfast.slack() returns interval
language sql immutable as $$ select interval '1 second' $$;

create function holdfast.longest_window() returns interval
language sql immutable as $$ select interval '5 minutes' $$;

create function holdfast.group_of(p_resource text) returns text
language sql immutable as $$ select split_part(p_resource, '/', 1) $$;

-- One look. p_scan: read the table of leases too; p_limit: leases told from each table at most.
-- Call it under the guard of the lease holdfast/observer. What it tells comes from tables alone, so
-- that a caller who has no business here can do no harm.
create function holdfast.observe(
  p_scan boolean default true, p_limit integer default 2000,
  out told integer, out last_seq bigint, out held_back_ms bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp set jit = off set lock_timeout = '2s' as $$
declare
  v_limit    integer := least(greatest(p_limit, 1), 10000);
  v_state    holdfast.observer;
  v_now      timestamptz;
  v_next     timestamptz;
begin
  -- After the wait for the row, what its last writer told must be visible.
  perform holdfast.require_read_committed();
  select o.* into v_state from holdfast.observer o for update;
  v_now := clock_timestamp();
  told := v_state.last_seq;
  v_state := holdfast.observed_from(v_state, v_now);

  v_next := v_state.horizon;
  if pg_snapshot_xmin(pg_current_snapshot()) >= v_state.mark_xid then
    v_next := v_state.mark_at - holdfast.slack();
    v_state.mark_at := now();
    v_state.mark_xid := pg_current_xact_id();
  end if;
  v_state := holdfast.tell_leases(v_state, v_next, v_now, p_scan, v_limit);
  v_state.last_seq := holdfast.tell_waits(v_state, v_now, v_limit);
  v_state.last_seq := holdfast.tell_refusals(v_state, v_now, v_limit);
  v_state.last_seq := holdfast.tell_deeds(v_state, v_now, v_limit);
  v_state.last_seq := holdfast.tell_incidents(v_state, v_now, v_limit);
  update holdfast.observer o
  set last_seq = v_state.last_seq, looked_at = v_now, horizon = v_state.horizon,
      scan_horizon = v_state.scan_horizon, mark_at = v_state.mark_at, mark_xid = v_state.mark_xid;
  told := v_state.last_seq - told;
  last_seq := v_state.last_seq;
  held_back_ms := extract(epoch from v_now - v_state.horizon) * 1000;
end
$$;

-- From where this look goes on. The first one starts now: history is there to be read, not to be
-- told again. One after a long pause starts five minutes ago, and tells that. A clock that was set
-- back takes the horizons along; ids that were given out in another history (failover) are marked
-- anew.
create function holdfast.observed_from(p_state holdfast.observer, p_now timestamptz)
returns holdfast.observer
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_from timestamptz := p_now - holdfast.longest_window();
begin
  if p_state.looked_at < v_from then
    p_state.last_seq := p_state.last_seq + 1;
    insert into holdfast.observed_event (seq, told_at, at, kind, detail)
    values (p_state.last_seq, p_now, p_now, 'gap',
            jsonb_build_object('why', 'nobody observed', 'since', p_state.looked_at));
  end if;
  if p_state.looked_at > p_now then
    p_state.horizon := p_now - interval '1 minute';
    p_state.scan_horizon := p_now - interval '1 minute';
    p_state.mark_xid := null;
  end if;
  if p_state.mark_xid is null or p_state.mark_xid > pg_current_xact_id() then
    p_state.mark_at := now();
    p_state.mark_xid := pg_current_xact_id();
  end if;
  p_state.horizon := greatest(coalesce(p_state.horizon, now()), v_from);
  p_state.scan_horizon := greatest(coalesce(p_state.scan_horizon, now()), v_from);
  return p_state;
end
$$;

-- Starts and ends of leases. One statement, so that both tables are seen at the same moment: whoever
-- sees a grant sees the end of the lease before it. The oldest first: those of one resource are told
-- in their order. p_next: up to where all is visible by now; the horizons that are answered stay
-- behind it where there was too much to tell, for a while.
create function holdfast.tell_leases(
  p_state holdfast.observer, p_next timestamptz, p_now timestamptz, p_scan boolean,
  p_limit integer)
returns holdfast.observer
language plpgsql
set search_path = pg_catalog, pg_temp
set enable_hashjoin = off set enable_mergejoin = off   -- what was told is looked up, never read whole
as $$
declare
  v_patience timestamptz := p_now - interval '15 seconds';
  v_told     bigint;
  v_lost     bigint;
  v_left     timestamptz;   -- the oldest ended lease that is left for the next look
  v_here     timestamptz;   -- the same of current leases
  v_unread   timestamptz;   -- where reading ended before all was read
begin
  with recursive read as materialized (   -- rows, told or not, up to a bound
    select p.* from holdfast.past_lease p
    where p.ended_at >= p_state.horizon
    order by p.ended_at
    limit 20 * p_limit
  ), ended as materialized (        -- leases that ended, and were not told to have ended
    select p.resource, p.fence, p.holder, p.locked_at, p.ended_at, p.ending, p.ended_by, p.reason,
           p.ended_at as at, row_number() over (order by p.ended_at, p.resource, p.fence) as no
    from read p
    where not exists (
      select from holdfast.observed_event e
      where e.resource = p.resource and e.fence = p.fence
        and e.phase = case p.ending when 'forced' then 3 else 2 end)
  ), current as materialized (      -- leases that were granted, or ran out a moment ago
    select l.resource, l.fence, l.holder, l.locked_at, l.ended_at,
           case when l.ended_at is not null then 'expired' end as ending,
           null::text as ended_by, null::text as reason,
           coalesce(l.ended_at, l.locked_at) as at,
           row_number() over (order by coalesce(l.ended_at, l.locked_at), l.resource) as no
    from (select l.*,
                 case when l.token_hash is not null
                       and l.locked_until < p_now - holdfast.slack() then l.locked_until end as ended_at
          from holdfast.lease l
          where p_scan and l.ttl > interval '0' and l.token_hash is not null
            and (l.locked_at >= p_state.scan_horizon
                 or l.locked_until >= p_state.scan_horizon - interval '1 minute'
                    and l.locked_until < p_now - holdfast.slack())) l
    where not exists (
      select from holdfast.observed_event e
      where e.resource = l.resource and e.fence = l.fence
        and e.phase = case when l.ended_at is null then 1 else 2 end)
  ), chain as (                     -- these, and before each those that ran out one after the other
    select k.resource::text collate "C" as resource, k.fence, k.holder, k.locked_at, k.ended_at,
           k.ending, k.ended_by, k.reason, 0 as depth
    from (select * from ended union all select * from current) k
    where k.no <= p_limit
    union all
    select c.resource, p.fence, p.holder, p.locked_at, p.ended_at, p.ending, null, null, c.depth + 1
    from chain c
    cross join lateral (
      select * from (
        select p.fence, p.holder, p.locked_at, p.ended_at, p.ending
        from holdfast.past_lease p
        where p.resource = c.resource and p.fence < c.fence
          and c.locked_at >= p_state.scan_horizon and c.depth < 100
        order by p.resource desc, p.fence desc   -- fences that were promised are left out
        limit 1) p
      where p.ending = 'expired') p
  ), known as materialized (        -- each with who had it before, where that lease ran out
    select c.*, b.fence as b_fence, b.holder as b_holder
    from chain c
    left join lateral (
      select * from (
        select p.fence, p.holder, p.ending
        from holdfast.past_lease p
        where p.resource = c.resource and p.fence < c.fence
          and c.locked_at >= p_state.scan_horizon
        order by p.resource desc, p.fence desc
        limit 1) p
      where p.ending = 'expired') b on true
  ), happened as (
    select k.locked_at as at,
           case when k.b_fence is null then 'granted' else 'taken-over' end as kind,
           1 as phase, k.resource, k.fence, k.holder,
           case when k.b_fence is not null
                then jsonb_build_object('from', k.b_holder, 'fromFence', k.b_fence::text)
           end as detail
    from known k
    where k.locked_at >= p_state.scan_horizon
    union all
    select k.ended_at, k.ending, case k.ending when 'forced' then 3 else 2 end,
           k.resource, k.fence, k.holder,
           jsonb_strip_nulls(jsonb_build_object(
             'since', k.locked_at, 'by', k.ended_by, 'reason', k.reason))
    from known k
    where k.ending is not null
      and (k.depth = 0 or k.ended_at >= p_state.scan_horizon - interval '1 minute')
  ), news as (
    select h.*, row_number() over (order by h.at, h.resource, h.fence, h.phase) as no
    from (select distinct on (h.resource, h.fence, h.phase) h.*
          from happened h
          order by h.resource, h.fence, h.phase) h
    where not exists (
      select from holdfast.observed_event e
      where e.resource = h.resource and e.fence = h.fence and e.phase = h.phase)
  ), told as (
    insert into holdfast.observed_event (
      seq, told_at, at, kind, phase, resource, fence, holder, detail)
    select p_state.last_seq + n.no, p_now, n.at, n.kind, n.phase, n.resource, n.fence, n.holder,
           n.detail
    from news n
    order by n.no
    returning 1
  )
  select (select count(*) from told), e.first, c.first, r.last,
         (select count(*) from ended x
          where x.no > p_limit and x.at < least(p_next, greatest(e.first, v_patience)))
         + (select count(*) from current x
            where x.no > p_limit and x.at < least(p_next, greatest(c.first, v_patience)))
  into v_told, v_left, v_here, v_unread, v_lost
  from (select case when count(*) = 20 * p_limit then max(x.ended_at) end as last from read x) r,
       (select min(x.at) as first from ended x where x.no > p_limit) e,
       (select min(x.at) as first from current x where x.no > p_limit) c;
  if v_unread is not null then
    v_left := least(v_left, v_unread);
    v_lost := v_lost + (select count(*) from holdfast.past_lease p
                        where p.ended_at > v_unread and p.ended_at < least(p_next, v_patience));
  end if;
  if v_lost > 0 then
    v_told := v_told + 1;
    insert into holdfast.observed_event (seq, told_at, at, kind, detail)
    values (p_state.last_seq + v_told, p_now, p_now, 'gap',
            jsonb_build_object('why', 'too much at once', 'leases', v_lost));
  end if;
  p_state.last_seq := p_state.last_seq + v_told;
  p_state.horizon := case when v_left is null then p_next
                          else least(p_next, greatest(v_left, v_patience)) end;
  if v_left is not null then        -- leases that came and went are started by their own rows alone
    p_state.scan_horizon := greatest(p_state.scan_horizon, least(p_next, v_patience));
  elsif p_scan then
    p_state.scan_horizon := case when v_here is null then p_next
                                 else least(p_next, greatest(v_here, v_patience)) end;
  end if;
  return p_state;
end
$$;

-- Who waits: each wait that a process reported (007), and places in queues of processes that reported
-- none there: their waits are too short yet, or they do not report.
create function holdfast.waits_now(p_now timestamptz)
returns table (resource text, process uuid, no bigint, holder text, since timestamptz)
language sql stable as $$
  with reported as materialized (
    select c.resource, c.process, c.no, c.holder, c.since from holdfast.current_waits() c
  )
  select r.* from reported r
  union all
  select w.resource, w.process, 0, w.holder, w.since
  from holdfast.waiter w
  where w.expires_at > p_now
    and not exists (
      select from reported r where r.process = w.process and r.resource = w.resource)
$$;

-- Who began to wait, who gave up, and for how long all of them waited since the last look. Waits of
-- less than a second are no events, nor places without a report before five. Who does not wait any
-- more and was granted nothing gave up.
create function holdfast.tell_waits(
  p_state holdfast.observer, p_now timestamptz, p_limit integer)
returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_told bigint;
begin
  insert into holdfast.contention as c (minute, grp, wait_seconds, refusals)
  select date_trunc('minute', p_now), g.grp, sum(g.seconds), 0
  from (select case when row_number() over (order by sum(w.seconds) desc) <= 200
                    then w.grp else '*' end as grp,
               sum(w.seconds) as seconds
        from (select holdfast.group_of(w.resource) as grp,
                     greatest(0, extract(epoch from p_now - greatest(
                       w.since, p_state.looked_at, p_now - interval '10 seconds'))) as seconds
              from holdfast.waits_now(p_now) w) w
        group by w.grp) g
  group by g.grp
  on conflict (minute, grp) do update set wait_seconds = c.wait_seconds + excluded.wait_seconds;

  with waits as materialized (
    select w.* from holdfast.waits_now(p_now) w
  ), fresh as (
    insert into holdfast.observed_wait (resource, process, no, since, holder)
    select w.resource, w.process, w.no, w.since, w.holder
    from waits w
    where w.since <= p_now - case w.no when 0 then interval '5 seconds' else '1 second' end
      and not exists (
        select from holdfast.observed_wait o
        where o.resource = w.resource and o.process = w.process and o.no = w.no
          and o.since = w.since)
    order by w.since
    limit p_limit
    returning *
  ), gone as (
    delete from holdfast.observed_wait o
    where not exists (
      select from waits w
      where w.resource = o.resource and w.process = o.process
        and (o.no = 0 or w.no = o.no and w.since = o.since))
    returning *
  ), happened as (
    select f.since as at, 'waiting' as kind, f.resource, f.holder, f.since
    from fresh f
    union all
    select p_now, 'gave-up', g.resource, g.holder, g.since
    from gone g
    where not exists (
            select from holdfast.lease l
            where l.resource = g.resource and l.holder = g.holder and l.locked_at >= g.since)
      and not exists (
            select from holdfast.past_lease p
            where p.resource = g.resource and p.holder = g.holder and p.locked_at >= g.since)
  ), told as (
    insert into holdfast.observed_event (seq, told_at, at, kind, resource, fence, holder, detail)
    select p_state.last_seq + row_number() over (order by h.at, h.resource), p_now, h.at, h.kind,
           h.resource, l.fence, h.holder,
           jsonb_strip_nulls(jsonb_build_object('since', h.since, 'heldBy', l.holder))
    from happened h
    left join holdfast.lease l on l.resource = h.resource and l.token_hash is not null
    returning 1
  )
  select count(*) into v_told from told;
  return p_state.last_seq + v_told;
end
$$;

create function holdfast.tell_refusals(
  p_state holdfast.observer, p_now timestamptz, p_limit integer)
returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_told bigint;
begin
  with news as (
    update holdfast.refusal r
    set told = true
    where r.id in (
      select o.id from holdfast.refusal o where not o.told order by o.at limit p_limit)
    returning r.*
  ), told as (
    insert into holdfast.observed_event (seq, told_at, at, kind, resource, fence, holder, detail)
    select p_state.last_seq + row_number() over (order by n.at, n.id), p_now, n.at, 'refused',
           n.resource, n.held_fence, n.asker,
           jsonb_strip_nulls(jsonb_build_object(
             'refusal', n.id, 'code', n.code, 'heldBy', n.held_by, 'waitedMs', n.waited_ms))
    from news n
    returning 1
  ), counted as (
    insert into holdfast.contention as c (minute, grp, wait_seconds, refusals)
    select date_trunc('minute', n.at), g.grp, 0, count(*)
    from news n, lateral (select holdfast.group_of(n.resource) as grp) g
    group by 1, 2
    on conflict (minute, grp) do update set refusals = c.refusals + excluded.refusals
  )
  select count(*) into v_told from told;
  return p_state.last_seq + v_told;
end
$$;

create function holdfast.tell_incidents(
  p_state holdfast.observer, p_now timestamptz, p_limit integer)
returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_told bigint;
begin
  with news as (
    update holdfast.incident i
    set told = true
    where i.id in (
      select o.id from holdfast.incident o where not o.told order by o.id limit p_limit)
    returning i.*
  ), told as (
    insert into holdfast.observed_event (seq, told_at, at, kind, resource, fence, holder, detail)
    select p_state.last_seq + row_number() over (order by n.id), p_now, n.at, n.kind, n.resource,
           n.fence, n.holder, jsonb_strip_nulls(jsonb_build_object('detail', n.detail))
    from news n
    returning 1
  )
  select count(*) into v_told from told;
  return p_state.last_seq + v_told;
end
$$;

create function holdfast.tell_deeds(p_state holdfast.observer, p_now timestamptz, p_limit integer)
returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_told bigint;
begin
  with news as (
    update holdfast.deed d
    set told = true
    where d.id in (
      select o.id from holdfast.deed o where not o.told order by o.id limit p_limit)
    returning d.*
  ), told as (
    insert into holdfast.observed_event (seq, told_at, at, kind, detail)
    select p_state.last_seq + row_number() over (order by n.id), p_now, n.at, n.kind,
           jsonb_build_object('by', n.by, 'reason', n.reason, 'detail', n.detail)
    from news n
    returning 1
  )
  select count(*) into v_told from told;
  return p_state.last_seq + v_told;
end
$$;

-- Forgets what is older than it is kept, p_limit rows of each kind at most; answers how many went.
-- What the next looks may still compare with stays, whatever the limits.
create function holdfast.forget_observed(p_limit integer default 10000) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp set jit = off set lock_timeout = '2s' as $$
declare
  v_now    timestamptz := clock_timestamp();
  v_state  holdfast.observer;
  v_pruned bigint;
  v_gone   integer;
  v_sum    integer;
begin
  select o.* into v_state from holdfast.observer o for update;
  select max(o.seq) into v_pruned
  from (select e.seq, e.told_at from holdfast.observed_event e
        order by e.seq limit least(greatest(p_limit, 1), 100000)) o
  where o.told_at < v_now - 2 * holdfast.longest_window()
    and (o.told_at < v_now - v_state.keep_events or o.seq <= v_state.last_seq - v_state.most_events);
  delete from holdfast.observed_event e where e.seq <= v_pruned;
  get diagnostics v_sum = row_count;
  update holdfast.observer o set pruned_seq = v_pruned where v_pruned is not null;

  delete from holdfast.refusal r
  where r.id in (select o.id from holdfast.refusal o
                 where o.at < v_now - v_state.keep_refusals
                 order by o.at limit p_limit);
  get diagnostics v_gone = row_count;
  v_sum := v_sum + v_gone;
  delete from holdfast.contention c
  where (c.minute, c.grp) in (select o.minute, o.grp from holdfast.contention o
                              where o.minute < v_now - v_state.keep_contention
                              order by o.minute, o.grp limit p_limit);
  get diagnostics v_gone = row_count;
  return v_sum + v_gone;
end
$$;

-- What a reader of events has to know: where they begin and end, and how old the last look is.
create function holdfast.observer_state(
  out last_seq bigint, out pruned_seq bigint, out looked_ms_ago bigint)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select o.last_seq, o.pruned_seq,
         (extract(epoch from clock_timestamp() - o.looked_at) * 1000)::bigint
  from holdfast.observer o
$$;

-- How many wait, waits of less than half a second counted by process.
create function holdfast.waiting() returns bigint
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from holdfast.waits_now(clock_timestamp())
$$;

create function holdfast.events_after(p_after bigint, p_limit integer default 500)
returns table (
  seq bigint, at timestamptz, kind text, resource text, fence bigint, holder text, detail jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.seq, e.at, e.kind, e.resource, e.fence, e.holder, e.detail
  from holdfast.observed_event e
  where e.seq > p_after
  order by e.seq
  limit least(greatest(p_limit, 1), 10000)
$$;

-- Whether a name starts with one of these.
create function holdfast.starts_with_any(p_name text, p_prefixes text[]) returns boolean
language sql immutable as $$
  select exists (select from unnest(p_prefixes) as p (prefix) where starts_with(p_name, p.prefix))
$$;

-- Leases between two times, lane by lane: first the resources that are waited for, then those with
-- leases that ended badly, then the busy ones. At most 20,000 leases are looked at and 200 a lane
-- are answered, the newest.
create function holdfast.timeline(
  p_prefix text, p_allowed text[], p_from timestamptz, p_to timestamptz, p_lanes integer default 50)
returns table (
  resource text, fence bigint, holder text, locked_at timestamptz, locked_until timestamptz,
  ended_at timestamptz, ending text, ended_by text, reason text, attributes jsonb)
language sql volatile security definer set search_path = pg_catalog, pg_temp set jit = off as $$
  with hold as materialized (
    (select p.resource, p.fence, p.holder, p.locked_at, p.locked_until, p.ended_at, p.ending,
            p.ended_by, p.reason, p.attributes
     from holdfast.past_lease p
     where p.ended_at between p_from and p_to
       and starts_with(p.resource, p_prefix) and holdfast.starts_with_any(p.resource, p_allowed)
     order by p.ended_at desc
     limit 20000)
    union all
    select p.*
    from (select p.resource, p.fence, p.holder, p.locked_at, p.locked_until, p.ended_at, p.ending,
                 p.ended_by, p.reason, p.attributes
          from holdfast.past_lease p
          where p.ended_at > p_to
            and starts_with(p.resource, p_prefix) and holdfast.starts_with_any(p.resource, p_allowed)
          order by p.ended_at
          limit 20000) p
    where p.locked_at <= p_to
    union all
    select l.resource, l.fence, l.holder, l.locked_at, l.locked_until,
           case when not l.held then l.locked_until end, case when not l.held then 'expired' end,
           null, null, l.attributes
    from (select l.*,
                 holdfast.is_held(l.token_hash, l.locked_until, l.ttl, clock_timestamp()) as held
          from holdfast.lease l
          where l.token_hash is not null and l.locked_at <= p_to
            and starts_with(l.resource, p_prefix) and holdfast.starts_with_any(l.resource, p_allowed)
          ) l
    where l.held or l.locked_until >= p_from
  ), lane as (
    select h.resource,
           row_number() over (order by
             (select count(*) from holdfast.waiter w
              where w.resource = h.resource and w.expires_at > clock_timestamp()) desc,
             count(*) filter (where h.ending in ('expired', 'forced')) desc,
             count(*) desc, max(h.locked_at) desc, h.resource) as no
    from hold h
    group by h.resource
  )
  select h.resource, h.fence, h.holder, h.locked_at, h.locked_until, h.ended_at, h.ending,
         h.ended_by, h.reason, h.attributes
  from (select h.*, l.no, row_number() over (partition by h.resource order by h.fence desc) as age
        from hold h
        join lane l on l.resource = h.resource
        where l.no <= least(greatest(p_lanes, 1), 500)) h
  where h.age <= 200
  order by h.no, h.fence
$$;

-- What went wrong with these resources between two times, the oldest first.
create function holdfast.incidents_between(
  p_resources text[], p_from timestamptz, p_to timestamptz)
returns table (
  resource text, at timestamptz, kind text, fence bigint, holder text, detail text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.resource, i.at, i.kind, i.fence, i.holder, i.detail
  from holdfast.incident i
  where i.resource = any (p_resources) and i.at between p_from and p_to
  order by i.at, i.id
  limit 5000
$$;

-- Wait-seconds and refusals in steps; the fifty groups with the most of both. Groups that a reader
-- may not see as a whole are left out.
create function holdfast.contention_between(
  p_allowed text[], p_from timestamptz, p_to timestamptz, p_step_seconds integer)
returns table (grp text, step integer, wait_seconds double precision, refusals bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with cell as materialized (
    select c.grp, floor(extract(epoch from c.minute - p_from) / p_step_seconds)::integer as step,
           sum(c.wait_seconds) as wait_seconds, sum(c.refusals) as refusals
    from holdfast.contention c
    where c.minute >= p_from and c.minute < p_to
      and holdfast.starts_with_any(c.grp || '/', p_allowed)
    group by 1, 2
  )
  select c.grp, c.step, c.wait_seconds, c.refusals
  from cell c
  where c.grp in (
    select t.grp from cell t
    group by t.grp
    order by sum(t.wait_seconds) desc, sum(t.refusals) desc, t.grp
    limit 50)
  order by c.grp, c.step
$$;

-- Keeps refusals, with those who waited at that moment. p_ages: how long ago each was, in ms.
create function holdfast.record_refusals(
  p_ids uuid[], p_ages bigint[], p_resources text[], p_codes text[], p_askers text[],
  p_holders text[], p_fences bigint[], p_since timestamptz[], p_until timestamptz[],
  p_waited bigint[])
returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into holdfast.refusal (
    id, at, resource, code, asker, held_by, held_fence, held_since, held_until, waited_ms, waiters)
  select r.id, clock_timestamp() - greatest(r.age, 0) * interval '1 millisecond', r.resource, r.code,
         r.asker, r.holder, r.fence, r.since, r.until, r.waited,
         coalesce((
           select jsonb_agg(jsonb_build_object('holder', w.holder, 'since', w.since) order by w.since)
           from (select w.holder, w.since from holdfast.waiter w
                 where w.resource = r.resource and w.expires_at > clock_timestamp()
                 order by w.since limit 20) w), '[]')
  from unnest(p_ids, p_ages, p_resources, p_codes, p_askers, p_holders, p_fences, p_since, p_until,
              p_waited)
         as r (id, age, resource, code, asker, holder, fence, since, until, waited)
  on conflict do nothing
$$;

create function holdfast.is_still_held(p_resource text, p_fence bigint) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from holdfast.lease l
    where l.resource = p_resource and l.fence = p_fence
      and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, clock_timestamp()))
$$;

-- The newest first; p_before and p_before_id: the last one of the page before.
create function holdfast.refusals(
  p_resource text, p_allowed text[], p_before timestamptz, p_before_id uuid,
  p_limit integer default 100)
returns setof holdfast.refusal
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.*
  from holdfast.refusal r
  where (p_resource is null or r.resource = p_resource)
    and holdfast.starts_with_any(r.resource, p_allowed)
    and (p_before is null or (r.at, r.id) < (p_before, p_before_id))
  order by r.at desc, r.id desc
  limit least(greatest(p_limit, 1), 1000)
$$;

create function holdfast.refusal(p_id uuid) returns setof holdfast.refusal
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.* from holdfast.refusal r where r.id = p_id
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
