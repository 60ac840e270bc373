-- 002 leases: one row a resource, and the protocol that moves it.
-- breaking: no
--
-- Invariants, and what keeps each of them:
--   one holder at a time   one uniquely keyed row a resource, locked before it is decided upon
--   fences rise for ever   the fence is a counter in that row, committed with the grant; a pruned row
--                          leaves its counter in the floor of its bucket
--   no write by a loser    a writer takes the row FOR KEY SHARE in its own transaction (guard); a
--                          grant takes it FOR UPDATE, which waits for no one and passes no guard
--   never a wait           rows locked by others are skipped and answered 'busy'; the one wait left
--                          (two first uses of one name at once) is bounded by lock_timeout
--
-- Order inside each function: lock, read the clock, decide, write. Every statement names its bucket.

create domain holdfast.resource_name as text collate "C"
  constraint "1 to 512 characters, none of them a control character"
  check (length(value) between 1 and 512 and value !~ '[\u0001-\u001f\u007f-\u009f]');

create table holdfast.lease (
  bucket       integer not null,
  resource     holdfast.resource_name not null,
  fence        bigint not null,           -- counts the grants of this resource
  token_hash   bytea,                     -- sha256 of the holder's token; null: free
  holder       text,                      -- of the lease, or of the last one when free
  process      uuid,                      -- the holder's process: where a forced release is announced
  locked_at    timestamptz,
  locked_until timestamptz not null,      -- when free: since when
  ttl          interval not null,
  attributes   jsonb,
  -- The name alone (it decides the bucket): so no plan can read a whole bucket where it should look
  -- up names. A distributed engine wants its distribution column in here too: docs/scale.md.
  primary key (resource)
)
-- Half-empty pages keep every grant a HOT update (no index holds a column that changes).
with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.1);

-- The fence of a pruned row never comes back: new rows of the bucket start above the floor.
create table holdfast.bucket (
  bucket       integer primary key,
  fence_floor  bigint not null default 0,
  pruned_up_to text not null default ''   -- where the next round of pruning goes on
);
insert into holdfast.bucket (bucket) select generate_series(0, 1023);

-- A process stands once in a resource's queue. Losing a row costs time, never safety.
create table holdfast.waiter (
  bucket     integer not null,
  resource   holdfast.resource_name not null,
  process    uuid not null,
  holder     text not null,
  since      timestamptz not null,
  expires_at timestamptz not null,
  primary key (resource, process)
)
with (fillfactor = 50);

-- Append-only: one row a lease that ended. The running one stands in holdfast.lease.
create table holdfast.past_lease (
  bucket       integer not null,
  resource     holdfast.resource_name not null,
  fence        bigint not null,
  holder       text not null,
  locked_at    timestamptz not null,
  locked_until timestamptz not null,
  ended_at     timestamptz not null,
  ending       text not null check (ending in ('released', 'expired', 'forced')),
  ended_by     text,                      -- forced: who
  reason       text,                      -- forced: why
  attributes   jsonb,
  primary key (resource, fence)
);
create index past_lease_ended_at on holdfast.past_lease (ended_at);

-- What a batch answers, a row an operation. `no` counts from 1 within its part.
create type holdfast.lease_answer as (
  part         text,         -- acquire, release, renew
  no           integer,
  outcome      text,         -- granted held turn busy | released lost busy | lost busy
                             --   turn: free, but others wait longer; busy: locked by a transaction
  fence        bigint,       -- of the lease that is there now
  holder       text,
  locked_at    timestamptz,
  locked_until timestamptz,
  next_process uuid,         -- release: the process that waits longest, to be woken
  at           timestamptz   -- the database's clock
);

-- The one definition of "held". A clock that was set back by more than a minute would keep a lease
-- for that long after its holder died: an expiry further away than ttl + 1 minute does not count.
create function holdfast.is_held(
  p_token_hash bytea, p_locked_until timestamptz, p_ttl interval, p_now timestamptz) returns boolean
language sql stable as $$   -- stable, as timestamptz + interval is: only so it is inlined
  select p_token_hash is not null
     and p_locked_until > p_now
     and p_locked_until <= p_now + p_ttl + interval '1 minute'
$$;

-- Frees what still carries the token. A token that frees nothing: somebody has the row locked
-- ('busy', try again), an earlier attempt did it and its answer was lost ('released', as the history
-- says), or the lease was lost before ('lost').
create function holdfast.release_leases(
  p_bucket integer, p_resources text[], p_fences bigint[], p_tokens uuid[])
returns setof holdfast.lease_answer
language plpgsql as $$
declare
  v_now     timestamptz := clock_timestamp();   -- nothing below waits: it stays true
  v_history boolean := (select s.history_retention > interval '0' from holdfast.setting s);
  v_done    boolean[] := array_fill(false, array[cardinality(p_resources)]);
  v_answer  holdfast.lease_answer;
begin
  for v_answer in
    with mine as materialized (
      select a.no, l.*, holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now) as in_time
      from unnest(p_resources, p_fences, p_tokens) with ordinality as a (resource, fence, token, no)
      join holdfast.lease l on l.bucket = p_bucket and l.resource = a.resource
      where l.token_hash = sha256(uuid_send(a.token))
        and (a.fence is null or l.fence = a.fence)
      for no key update of l skip locked
    ), freed as (
      update holdfast.lease l
      set token_hash = null, process = null, locked_until = least(l.locked_until, v_now)
      from mine m
      where l.bucket = p_bucket and l.resource = m.resource
    ), ended as (
      insert into holdfast.past_lease (
        bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, attributes)
      select m.bucket, m.resource, m.fence, m.holder, m.locked_at, m.locked_until,
             least(m.locked_until, v_now),
             case when m.in_time then 'released' else 'expired' end,
             m.attributes
      from mine m
      where v_history
    )
    select 'release', m.no, case when m.in_time then 'released' else 'lost' end,
           m.fence, null, null, null,
           (select w.process
            from holdfast.waiter w
            where w.bucket = p_bucket and w.resource = m.resource and w.expires_at > v_now
            order by w.since, w.process
            limit 1),
           v_now
    from mine m
  loop
    v_done[v_answer.no] := true;
    return next v_answer;
  end loop;

  if false = any (v_done) then
    return query
    select 'release', a.no::integer,
           case when l.token_hash = sha256(uuid_send(a.token)) then 'busy'
                when p.ending = 'released' then 'released'
                else 'lost' end,
           l.fence, l.holder, l.locked_at, l.locked_until, null::uuid, v_now
    from unnest(p_resources, p_fences, p_tokens, v_done)
           with ordinality as a (resource, fence, token, done, no)
    left join holdfast.lease l on l.bucket = p_bucket and l.resource = a.resource
    left join holdfast.past_lease p
      on p.bucket = p_bucket and p.resource = a.resource and p.fence = a.fence
    where not a.done;
  end if;
end
$$;

-- Sets a new end for what is still held under the token; a plain UPDATE, which passes the holder's
-- own guard. Answers only what was not renewed: 'lost', with who has it now, or 'busy'. An expired
-- lease is not revived, even if nobody took it.
create function holdfast.renew_leases(
  p_bucket integer, p_resources text[], p_fences bigint[], p_tokens uuid[], p_ttls bigint[])
returns setof holdfast.lease_answer
language plpgsql as $$
declare
  v_now     timestamptz := clock_timestamp();   -- nothing below waits: it stays true
  v_done    boolean[] := array_fill(false, array[cardinality(p_resources)]);
  v_no      integer;
begin
  for v_no in
    with mine as materialized (
      select a.no, a.resource, a.ttl * interval '1 millisecond' as ttl
      from unnest(p_resources, p_fences, p_tokens, p_ttls)
             with ordinality as a (resource, fence, token, ttl, no)
      join holdfast.lease l on l.bucket = p_bucket and l.resource = a.resource
      where l.token_hash = sha256(uuid_send(a.token))
        and (a.fence is null or l.fence = a.fence)
        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
      for no key update of l skip locked
    ), renewed as (
      update holdfast.lease l
      set locked_until = v_now + m.ttl, ttl = m.ttl
      from mine m
      where l.bucket = p_bucket and l.resource = m.resource
    )
    select m.no from mine m
  loop
    v_done[v_no] := true;
  end loop;

  if false = any (v_done) then
    return query
    select 'renew', a.no::integer,
           case when l.token_hash = sha256(uuid_send(a.token))
                 and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                then 'busy' else 'lost' end,
           l.fence, l.holder, l.locked_at, l.locked_until, null::uuid, v_now
    from unnest(p_resources, p_tokens, v_done) with ordinality as a (resource, token, done, no)
    left join holdfast.lease l on l.bucket = p_bucket and l.resource = a.resource
    where not a.done;
  end if;
end
$$;

-- Grants what is free or expired. p_groups: operations with one number are granted together or not
-- at all (null: each on its own). p_queueing: 0 does not wait; 1 waits, and may pass those who wait
-- (a bounded hand-over inside one process); 2 waits and keeps the order. Who waits and is refused
-- gets a place in the queue. A repeated request with the same token gets the same grant again.
create function holdfast.acquire_leases(
  p_bucket integer, p_process uuid, p_groups integer[], p_resources text[], p_hashes bytea[],
  p_ttls bigint[], p_holders text[], p_attributes text[], p_queueing integer[])
returns setof holdfast.lease_answer
language plpgsql as $$
declare
  c_turn    constant interval := '250 milliseconds';  -- how long the next in line has the first try
  c_queue   constant interval := '5 seconds';         -- how long a place in the queue lasts unrefreshed
  v_now     timestamptz := clock_timestamp();
  v_floor   bigint;
  v_no      integer;
  v_known   integer;
  v_expired boolean := false;
  v_ok      boolean[] := array_fill(false, array[cardinality(p_resources)]);
  v_early   integer[] := '{}';
  v_answer  holdfast.lease_answer;
  v_locked  record;
begin
  -- Lock what looks free; then, once, make rows for the names never seen before and lock those.
  for v_try in 1 .. 2 loop
    v_known := 0;
    for v_locked in
      select a.no, l.token_hash is not null as expired
      from unnest(p_resources, p_hashes) with ordinality as a (resource, token_hash, no)
      join holdfast.lease l on l.bucket = p_bucket and l.resource = a.resource
      where not holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
         or l.token_hash = a.token_hash
      for update of l skip locked
    loop
      v_known := v_known + 1;
      v_ok[v_locked.no] := true;
      v_expired := v_expired or v_locked.expired;
    end loop;
    exit when v_try = 2 or v_known = cardinality(p_resources);

    -- In the order of the names: two processes that meet new names at once must not deadlock.
    insert into holdfast.lease (bucket, resource, fence, locked_until, ttl)
    select p_bucket, a.resource, 0, '-infinity', '0'
    from unnest(p_resources) as a (resource)
    where not exists (
      select from holdfast.lease l where l.bucket = p_bucket and l.resource = a.resource)
    order by a.resource collate "C"
    on conflict do nothing;
    exit when not found;
  end loop;

  v_now := clock_timestamp();

  -- Whose turn is it? A lease that just became free belongs to the first in its queue for a moment.
  if 2 = any (p_queueing) then
    for v_no in
      select a.no
      from unnest(p_resources, p_queueing, v_ok) with ordinality as a (resource, queueing, ok, no)
      join holdfast.lease l on l.bucket = p_bucket and l.resource = a.resource
      where a.ok and a.queueing = 2 and l.locked_until > v_now - c_turn
        and exists (
          select
          from holdfast.waiter w
          left join holdfast.waiter own
            on own.bucket = p_bucket and own.resource = a.resource and own.process = p_process
          where w.bucket = p_bucket and w.resource = a.resource and w.process <> p_process
            and w.expires_at > v_now
            and (own.since is null or (w.since, w.process) < (own.since, own.process)))
    loop
      v_ok[v_no] := false;
      v_early := v_early || v_no;
    end loop;
  end if;

  if p_groups is not null then
    v_ok := array(
      select bool_and(a.ok) over (partition by a.grp)
      from unnest(p_groups, v_ok) with ordinality as a (grp, ok, no)
      order by a.no);
  end if;

  -- A lease that ran out and is taken over now ended when it ran out.
  if v_expired then
    insert into holdfast.past_lease (
      bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, attributes)
    select l.bucket, l.resource, l.fence, l.holder, l.locked_at, l.locked_until,
           least(l.locked_until, v_now), 'expired', l.attributes
    from unnest(p_resources, p_hashes, v_ok) as a (resource, token_hash, ok)
    join holdfast.lease l on l.bucket = p_bucket and l.resource = a.resource
    where a.ok and l.token_hash is not null
      and not holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
      and (select s.history_retention > interval '0' from holdfast.setting s);
  end if;

  -- Read after the rows are locked: whoever pruned one of these names has raised the floor by now.
  v_floor := (select b.fence_floor from holdfast.bucket b where b.bucket = p_bucket);
  v_known := 0;
  for v_answer in
    update holdfast.lease l
    set fence = case when l.token_hash = a.token_hash
                      and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                     then l.fence               -- the same request again: its answer was lost
                     else greatest(l.fence, v_floor) + 1 end,
        token_hash = a.token_hash,
        holder = a.holder,
        process = p_process,
        locked_at = v_now,
        locked_until = v_now + a.ttl * interval '1 millisecond',
        ttl = a.ttl * interval '1 millisecond',
        attributes = a.attributes::jsonb
    from unnest(p_resources, p_hashes, p_ttls, p_holders, p_attributes, v_ok)
           with ordinality as a (resource, token_hash, ttl, holder, attributes, ok, no)
    where a.ok and l.bucket = p_bucket and l.resource = a.resource
    returning 'acquire', a.no, 'granted', l.fence, null, null, null, null, v_now
  loop
    v_known := v_known + 1;
    return next v_answer;
  end loop;

  if p_queueing is not null then
    perform holdfast.queue_up(p_bucket, p_process, p_resources, p_holders, p_queueing, v_ok,
                              v_now + c_queue);
  end if;

  if v_known < cardinality(p_resources) then
    return query
    select 'acquire', a.no::integer,
           case when holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now) then 'held'
                when a.no = any (v_early) then 'turn'
                else 'busy' end,
           l.fence, l.holder, l.locked_at, l.locked_until, null::uuid, v_now
    from unnest(p_resources, v_ok) with ordinality as a (resource, ok, no)
    left join holdfast.lease l on l.bucket = p_bucket and l.resource = a.resource
    where not a.ok;
  end if;
end
$$;

-- Who waits and was refused takes or keeps its place; who was granted leaves.
create function holdfast.queue_up(
  p_bucket integer, p_process uuid, p_resources text[], p_holders text[], p_queueing integer[],
  p_granted boolean[], p_until timestamptz)
returns void
language sql as $$
  delete from holdfast.waiter w
  using unnest(p_resources, p_queueing, p_granted) as a (resource, queueing, granted)
  where a.queueing > 0 and a.granted
    and w.bucket = p_bucket and w.resource = a.resource and w.process = p_process;

  insert into holdfast.waiter (bucket, resource, process, holder, since, expires_at)
  select p_bucket, a.resource, p_process, a.holder, clock_timestamp(), p_until
  from unnest(p_resources, p_holders, p_queueing, p_granted)
         as a (resource, holder, queueing, granted)
  where a.queueing > 0 and not a.granted
  order by a.resource collate "C"
  on conflict (resource, process) do update set expires_at = p_until;
$$;

-- The one entry for clients: releases first, so that a hand-over within a process is one commit; then
-- renewals, then acquisitions. p_relaxed, for releases alone: do not wait for the disk (a release
-- that a crash undoes lasts until its ttl) and push to the next in line right here; it must be a
-- transaction of its own. Otherwise the client pushes afterwards (holdfast.wake), since NOTIFY takes
-- a lock of the whole database over the flush of its commit.
create function holdfast.lease_batch(
  p_bucket integer, p_process uuid, p_relaxed boolean,
  p_release_resources text[], p_release_fences bigint[], p_release_tokens uuid[],
  p_renew_resources text[], p_renew_fences bigint[], p_renew_tokens uuid[], p_renew_ttls bigint[],
  p_groups integer[], p_resources text[], p_hashes bytea[], p_ttls bigint[], p_holders text[],
  p_attributes text[], p_queueing integer[])
returns setof holdfast.lease_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '2s'
-- A plan made while the table was small must not read all of it when it is large.
set enable_seqscan = off set enable_bitmapscan = off set enable_material = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_max_ttl bigint;
  v_answer  holdfast.lease_answer;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'leases need READ COMMITTED, this transaction is %',
      upper(current_setting('transaction_isolation'))
      using errcode = 'HF002', hint = 'begin isolation level read committed';
  end if;

  if cardinality(p_release_resources) > 0 then
    if p_relaxed then
      perform set_config('synchronous_commit', 'off', true);
    end if;
    for v_answer in
      select * from holdfast.release_leases(
        p_bucket, p_release_resources, p_release_fences, p_release_tokens)
    loop
      if p_relaxed and v_answer.next_process is not null then
        perform pg_notify(
          'holdfast_' || replace(v_answer.next_process::text, '-', ''),
          'free ' || p_release_resources[v_answer.no]);
      end if;
      return next v_answer;
    end loop;
  end if;

  if cardinality(p_renew_resources) > 0 then
    return query
    select * from holdfast.renew_leases(
      p_bucket, p_renew_resources, p_renew_fences, p_renew_tokens, p_renew_ttls);
  end if;

  if cardinality(p_resources) > 0 then
    v_max_ttl := (select extract(epoch from s.max_ttl) * 1000 from holdfast.setting s);
    if exists (select from unnest(p_ttls, p_holders) as a (ttl, holder)
               where a.ttl is null or a.ttl <= 0 or a.ttl > v_max_ttl
                  or a.holder is null or length(a.holder) not between 1 and 255) then
      raise exception 'a ttl is above 0 and at most % ms, a holder has 1 to 255 characters', v_max_ttl
        using errcode = 'invalid_parameter_value';
    end if;
    return query
    select * from holdfast.acquire_leases(
      p_bucket, p_process, p_groups, p_resources, p_hashes, p_ttls, p_holders, p_attributes,
      p_queueing);
  end if;
end
$$;

-- Tells processes that resources became free. Call it in a transaction of its own.
create function holdfast.wake(p_resources text[], p_processes uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_notify('holdfast_' || replace(a.process::text, '-', ''), 'free ' || a.resource)
  from unnest(p_resources, p_processes) as a (resource, process);
end
$$;

-- Gives up places in queues.
create function holdfast.leave(p_bucket integer, p_process uuid, p_resources text[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from holdfast.waiter w
  where w.bucket = p_bucket and w.process = p_process and w.resource = any (p_resources);
$$;

-- The guard: call it first in the transaction that writes. While that transaction lasts nobody can
-- take the resource over, even past the expiry; so it is bounded: it may last one ttl at most
-- (before PostgreSQL 17: each statement and each pause). Fails with HF001 when the lease is not
-- current. Without the token it checks the fence alone: for triggers and for other languages.
create function holdfast.guard(p_resource text, p_fence bigint, p_token uuid default null)
returns timestamptz
language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '5s'
as $$
declare
  v_lease  holdfast.lease;
  v_bound  text;
  v_limits text[] := array['idle_in_transaction_session_timeout', 'statement_timeout'];
begin
  select l.* into v_lease
  from holdfast.lease l
  where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
    and l.fence = p_fence
    and l.token_hash = coalesce(sha256(uuid_send(p_token)), l.token_hash)
  for key share;

  if not found
     or not holdfast.is_held(v_lease.token_hash, v_lease.locked_until, v_lease.ttl, clock_timestamp())
  then
    select l.* into v_lease
    from holdfast.lease l
    where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource;
    raise exception 'the lease of % with fence % is not current', quote_literal(p_resource), p_fence
      using errcode = 'HF001',
            detail = case
              when v_lease.resource is null then 'nobody ever held it'
              when v_lease.token_hash is null then format('it is free, the last fence was %s', v_lease.fence)
              else format('fence %s, held by %s until %s',
                          v_lease.fence, v_lease.holder, v_lease.locked_until) end,
            hint = 'roll back: acquire it again, then redo the work on fresh data';
  end if;

  if current_setting('server_version_num')::integer >= 170000 then
    v_limits[2] := 'transaction_timeout';
  end if;
  v_bound := ceil(extract(epoch from v_lease.ttl) * 1000)::bigint::text || 'ms';
  for i in 1 .. 2 loop
    if current_setting(v_limits[i])::interval not between interval '1 microsecond' and v_lease.ttl then
      perform set_config(v_limits[i], v_bound, true);
    end if;
  end loop;
  return v_lease.locked_until;
end
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
