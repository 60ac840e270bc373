-- 002 leases: one row a resource, and the protocol that moves it.
-- breaking: no
--
-- Invariants, and what keeps each of them:
--   one holder at a time   one uniquely keyed row a resource, locked before it is decided upon
--   fences rise for ever   the fence is a counter in that row, committed with the grant; a pruned
--                          row leaves its counter in the floor of its bucket; fences that the holder's
--                          process may give by itself were promised to it before, in that row, and
--                          whoever takes over without its word starts above them
--   no write by a loser    a writer takes the row FOR KEY SHARE in its own transaction (guard); a
--                          grant takes it FOR UPDATE, which waits for no one and passes no guard
--   never a wait           rows locked by others are skipped and answered 'busy'; the one wait left
--                          (two first uses of one name at once) is bounded by lock_timeout
--
-- Order inside each function: lock, read the clock, decide, write. Every statement names its
-- bucket.

create domain holdfast.resource_name as text collate "C"
  constraint "1 to 512 characters, none of them a control character"
  check (length(value) between 1 and 512 and value !~ '[\u0001-\u001f\u007f-\u009f]');

create table holdfast.lease (
  bucket       integer not null,
  resource     holdfast.resource_name not null,
  fence        bigint not null,           -- counts the grants of this resource
  token_hash   bytea,                     -- sha256 of the holder's token; null: free
  holder       text,                      -- of the lease, or of the last one when free
  process      uuid,                      -- the holder's: where a forced release is announced
  locked_at    timestamptz,
  locked_until timestamptz not null,      -- when free: since when
  ttl          interval not null,
  attributes   jsonb,
  promised     bigint not null default 0, -- up to here the holder's process may have given fences
  -- The name alone (it decides the bucket): so no plan can read a whole bucket where it should look
  -- up names. A distributed engine wants its distribution column in here too: docs/scale.md.
  primary key (resource)
)
-- Half-empty pages keep every grant a HOT update (no index holds a column that changes).
with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.1);

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
  primary key (resource, since, process)   -- in the order of the queue
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
  ending       text not null,             -- released, expired, forced (a CHECK costs on every row)
  ended_by     text,                      -- forced: who
  reason       text,                      -- forced: why
  attributes   jsonb,
  primary key (resource, fence)
);
create index past_lease_ended_at on holdfast.past_lease (ended_at);

-- ANALYZE keeps a snapshot while it reads, and as long as that lives no old version of any row of the
-- database can go: leases that change hands often would grow with the history, which it reads up to
-- 30,000 pages of by default. With a target of 1 it reads 300. No plan here asks for more.
alter table holdfast.past_lease
  alter bucket set statistics 1, alter resource set statistics 1, alter fence set statistics 1,
  alter holder set statistics 1, alter locked_at set statistics 1,
  alter locked_until set statistics 1, alter ended_at set statistics 1,
  alter ending set statistics 1, alter ended_by set statistics 1, alter reason set statistics 1,
  alter attributes set statistics 1;
alter table holdfast.lease
  alter bucket set statistics 1, alter resource set statistics 1, alter fence set statistics 1,
  alter token_hash set statistics 1, alter holder set statistics 1, alter process set statistics 1,
  alter locked_at set statistics 1, alter locked_until set statistics 1, alter ttl set statistics 1,
  alter attributes set statistics 1, alter promised set statistics 1;

-- What the functions below answer, a row an operation. `no` counts from 1.
create type holdfast.lease_answer as (
  part         text,         -- release, renew, acquire, pass, succeed
  no           integer,
  outcome      text,         -- released lost busy | renewed lost busy | granted held turn busy
                             --   turn: free, but others wait longer; busy: locked by a transaction
                             --   pass: passed, released and granted; the fence is the new one
                             --   succeed: recorded (now), repeated (before), busy, lost,
                             --   passed (before, and lost since)
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

create function holdfast.require_read_committed() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'leases need READ COMMITTED, this transaction is %',
      upper(current_setting('transaction_isolation'))
      using errcode = 'HF002', hint = 'begin isolation level read committed';
  end if;
end
$$;

-- A grant or renewal that was answered must survive a crash, whatever the database's default is: an
-- undone grant would give its fence again, an undone renewal would end a lease under its holder.
create function holdfast.require_durable_commit() returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select set_config('synchronous_commit', 'on', true)
$$;

-- The three functions of the protocol work on sets, so that one call and one commit serve all
-- threads of a process. A client that needs several of them calls them in this order in one
-- transaction: a hand-over within a process is one commit then.
--
-- Each first locks rows, skipping what others have locked, and notes where they are; then it writes
-- to those places (a row that we locked does not move). Nothing in them waits for a row, so the
-- clock is read once, at the beginning.
--
-- Their plans are made while the tables are small, or analyzed when they were empty, and must still
-- be right when they are large: `cross join lateral (… offset 0)` leaves no plan but a look-up of
-- each name, and a join on ctid none but a fetch of each row.

-- So many fences beyond its own the process of a holder may give by itself, from one caller to the
-- next, before the database has recorded the last one. Promised in the row, durably, to a process that
-- passes a lease on: it will again. A release by such a process gives back what is left of it, and so
-- do grants, which start above it. A client knows this number (Promise.FENCES).
create function holdfast.promise() returns integer
language sql immutable as $$ select 64 $$;

-- Frees what still carries the token. A token that frees nothing: somebody has the row locked
-- ('busy', try again), an earlier attempt did it and its answer was lost ('released', as the
-- history says; without one, as a free row of the same fence lets assume), or the lease was lost
-- before ('lost'). p_relaxed, in a transaction of nothing else: do not wait for the disk (a release
-- that a crash undoes lasts until its ttl) and push to the next in line right here. Otherwise the
-- client pushes afterwards (holdfast.wake), since NOTIFY takes a lock of the whole database over
-- its commit's flush.
create function holdfast.release_leases(
  p_bucket integer, p_relaxed boolean, p_resources text[], p_fences bigint[], p_tokens uuid[])
returns setof holdfast.lease_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_bitmapscan = off set enable_material = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_now    timestamptz := clock_timestamp();
  v_freed  integer;
  v_rest   record;
  v_places tid[];
  v_set    text;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform holdfast.require_read_committed();
  end if;
  if p_relaxed then
    v_set := set_config('synchronous_commit', 'off', true);   -- cheaper than PERFORM
  end if;

  -- The common case by itself, with half the work: what is still ours. What is written is what the
  -- snapshot shows; a row that changed since then (a renewal elsewhere, with the same token) is among
  -- the rest.
  return query
  with ours as materialized (
    select a.no, l.*
    from unnest(p_resources, p_fences, p_tokens) with ordinality as a (resource, fence, token, no)
    cross join lateral (
      select l.ctid as place, l.locked_until
      from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket
        and l.token_hash = sha256(uuid_send(a.token))
        and (a.fence is null or l.fence = a.fence)
        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
      offset 0
      for no key update skip locked) l
  ), freed as (
    update holdfast.lease l
    set token_hash = null, process = null, locked_until = v_now, promised = 0
    from ours o
    where l.ctid = o.place and l.bucket = p_bucket
    returning o.no, l.resource, l.fence, l.holder, l.locked_at, o.locked_until, l.attributes
  ), past as (
    insert into holdfast.past_lease (
      bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, attributes)
    select p_bucket, f.resource, f.fence, f.holder, f.locked_at, f.locked_until, v_now, 'released',
           f.attributes
    from freed f
    where holdfast.history_retention() > interval '0'
  )
  select 'release', f.no::integer, 'released', f.fence, null::text, null::timestamptz,
         null::timestamptz,
         (select case when p_relaxed then holdfast.told_free(w.resource, w.process)
                      else w.process end
          from holdfast.waiter w
          where w.resource = f.resource and w.bucket = p_bucket and w.expires_at > v_now
          order by w.resource, w.since, w.process
          limit 1),
         v_now
  from freed f;
  get diagnostics v_freed = row_count;
  if v_freed = cardinality(p_resources) then
    return;
  elsif v_freed > 0 then
    select array_agg(a.no::integer) as nos, array_agg(a.resource) as resources,
           array_agg(a.fence) as fences, array_agg(a.token) as tokens
    into v_rest
    from unnest(p_resources, p_fences, p_tokens) with ordinality as a (resource, fence, token, no)
    left join lateral (
      select true as freed from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket and l.token_hash is null
        and l.locked_until = v_now
      offset 0) l on true
    where l.freed is null;
    return query
    select r.part, v_rest.nos[r.no], r.outcome, r.fence, r.holder, r.locked_at, r.locked_until,
           r.next_process, r.at
    from holdfast.release_leases(
      p_bucket, p_relaxed, v_rest.resources, v_rest.fences, v_rest.tokens) r;
    return;
  end if;

  v_places := array(
    select l.place
    from unnest(p_resources, p_fences, p_tokens) as a (resource, fence, token)
    left join lateral (
      select l.ctid as place
      from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket
        and l.token_hash = sha256(uuid_send(a.token))
        and (a.fence is null or l.fence = a.fence)
      offset 0
      for no key update skip locked) l on true);

  return query
  with ended as materialized (
    select a.no::integer as no, a.place, l.*,
           holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now) as in_time
    from unnest(v_places) with ordinality as a (place, no)
    join holdfast.lease l on l.ctid = a.place and l.bucket = p_bucket
  ), past as (
    insert into holdfast.past_lease (
      bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, attributes)
    select p_bucket, e.resource, e.fence, e.holder, e.locked_at, e.locked_until,
           least(e.locked_until, v_now), case when e.in_time then 'released' else 'expired' end,
           e.attributes
    from ended e
    where holdfast.history_retention() > interval '0'
  ), freed as (
    update holdfast.lease l
    set token_hash = null, process = null, locked_until = least(l.locked_until, v_now),
        promised = 0
    from ended e
    where l.ctid = e.place and l.bucket = p_bucket
  )
  select 'release', e.no, case when e.in_time then 'released' else 'lost' end, e.fence,
         null::text, null::timestamptz, null::timestamptz,
         (select case when p_relaxed then holdfast.told_free(w.resource, w.process)
                      else w.process end
          from holdfast.waiter w
          where w.resource = e.resource and w.bucket = p_bucket and w.expires_at > v_now
          order by w.resource, w.since, w.process
          limit 1),
         v_now
  from ended e;

  if array_position(v_places, null) is not null then
    return query
    select 'release', a.no::integer,
           case when l.token_hash = sha256(uuid_send(a.token)) then 'busy'
                when p.ending = 'released' then 'released'
                when l.token_hash is null and l.fence = a.fence
                 and holdfast.history_retention() = interval '0' then 'released'
                else 'lost' end,
           l.fence, l.holder, l.locked_at, l.locked_until, null::uuid, v_now
    from unnest(p_resources, p_fences, p_tokens, v_places)
           with ordinality as a (resource, fence, token, place, no)
    left join lateral (
      select l.* from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket offset 0) l on true
    left join lateral (
      select p.ending from holdfast.past_lease p
      where p.resource = a.resource and p.fence = a.fence and p.bucket = p_bucket
      offset 0) p on true
    where a.place is null;
  end if;
end
$$;

-- Each process listens on a channel of its own: a release wakes one, never all.
create function holdfast.tell_free(p_resource text, p_process uuid) returns void
language sql as $$
  select pg_notify('holdfast_' || replace(p_process::text, '-', ''), 'free ' || p_resource)
$$;

-- The same within a query: answers whom it told.
create function holdfast.told_free(p_resource text, p_process uuid) returns uuid
language sql as $$
  select holdfast.tell_free(p_resource, p_process);
  select p_process
$$;

-- Sets a new end for what is still held under the token; a plain UPDATE, which passes the holder's
-- own guard. Answers what was not renewed: 'lost', with who has it now, or 'busy'. An expired lease is
-- not revived, even if nobody took it. p_exact: somebody asked for this ttl and hears the new end
-- ('renewed'), which may also be nearer than the old one; a renewal in passing never brings it nearer,
-- since it may arrive late, after a longer one, and is not answered if all is well.
create function holdfast.renew_leases(
  p_bucket integer, p_resources text[], p_fences bigint[], p_tokens uuid[], p_ttls bigint[],
  p_exact boolean[])
returns setof holdfast.lease_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_bitmapscan = off set enable_material = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_now    timestamptz := clock_timestamp();
  v_places tid[] := array_fill(null::tid, array[cardinality(p_resources)]);
  v_row    record;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform holdfast.require_read_committed();
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform holdfast.require_durable_commit();
  end if;
  if exists (select from unnest(p_ttls) as a (ttl)
             where a.ttl is null
                or a.ttl not between 1 and extract(epoch from holdfast.max_ttl()) * 1000)
  then
    raise exception 'a ttl is above 0 and at most %', holdfast.max_ttl()
      using errcode = 'invalid_parameter_value';
  end if;

  for v_row in
    select a.no::integer as no, l.place
    from unnest(p_resources, p_fences, p_tokens) with ordinality as a (resource, fence, token, no)
    cross join lateral (
      select l.ctid as place
      from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket
        and l.token_hash = sha256(uuid_send(a.token))
        and (a.fence is null or l.fence = a.fence)
        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
      offset 0
      for no key update skip locked) l
  loop
    v_places[v_row.no] := v_row.place;
  end loop;

  update holdfast.lease l
  set locked_until = greatest(l.locked_until, v_now + a.ttl * interval '1 millisecond'),
      ttl = greatest(l.ttl, a.ttl * interval '1 millisecond')
  from unnest(p_ttls, p_exact, v_places) as a (ttl, exact, place)
  where l.ctid = a.place and l.bucket = p_bucket and not a.exact;

  if true = any (p_exact) then
    return query
    update holdfast.lease l
    set locked_until = v_now + a.ttl * interval '1 millisecond',
        ttl = a.ttl * interval '1 millisecond'
    from unnest(p_ttls, p_exact, v_places) with ordinality as a (ttl, exact, place, no)
    where l.ctid = a.place and l.bucket = p_bucket and a.exact
    returning 'renew', a.no::integer, 'renewed', l.fence, l.holder, l.locked_at, l.locked_until,
              null::uuid, v_now;
  end if;

  if array_position(v_places, null) is not null then
    return query
    select 'renew', a.no::integer,
           case when l.token_hash = sha256(uuid_send(a.token))
                 and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                then 'busy' else 'lost' end,
           l.fence, l.holder, l.locked_at, l.locked_until, null::uuid, v_now
    from unnest(p_resources, p_tokens, v_places) with ordinality as a (resource, token, place, no)
    left join lateral (
      select l.* from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket offset 0) l on true
    where a.place is null;
  end if;
end
$$;

-- Grants what is free or expired; p_together: all of the call or nothing. p_queueing: 0 does not
-- wait; 1 waits, and may pass those who wait (a bounded hand-over inside one process); 2 waits and
-- keeps the order: a lease that just became free belongs to the first in its queue for a moment.
-- Null: nobody waits. Who waits and is refused gets a place in the queue; p_placed: somebody in
-- this call has one, to be taken away with the grant. A repeated request with the same token gets
-- the same grant again. No resource twice in a call.
create function holdfast.acquire_leases(
  p_bucket integer, p_process uuid, p_together boolean, p_resources text[], p_hashes bytea[],
  p_ttls bigint[], p_holders text[], p_attributes text[], p_queueing integer[], p_placed boolean)
returns setof holdfast.lease_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_bitmapscan = off set enable_material = off
set enable_hashjoin = off set enable_mergejoin = off
set lock_timeout = '100ms'   -- two first uses of one name at once: the second waits for the first
as $$
declare
  v_now     timestamptz := clock_timestamp();
  v_asked   integer := cardinality(p_resources);
  v_locked  integer;
  v_expired boolean := false;
  v_places  tid[];
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform holdfast.require_read_committed();
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform holdfast.require_durable_commit();
  end if;

  -- The common cases by themselves, with half the work. What is there and free, and whose turn it
  -- is:
  if v_asked = 1 or not p_together then
    return query
    with free as materialized (
      select l.place, a.*
      from unnest(p_resources, p_hashes, p_ttls, p_holders, p_attributes, p_queueing)
             with ordinality as a (resource, token_hash, ttl, holder, attributes, queueing, no)
      cross join lateral (
        select l.ctid as place
        from holdfast.lease l
        where l.resource = a.resource and l.bucket = p_bucket and l.token_hash is null
          and a.ttl between 1 and extract(epoch from holdfast.max_ttl()) * 1000
          and length(a.holder) between 1 and 255
          and (a.queueing is distinct from 2 or l.locked_until < v_now - holdfast.turn()
               or holdfast.is_next(p_bucket, p_process, a.resource, v_now))
        offset 0
        for update of l skip locked) l)
    update holdfast.lease l
    set fence = greatest(l.fence, l.promised) + 1, token_hash = f.token_hash, holder = f.holder,
        process = p_process, locked_at = v_now,
        locked_until = v_now + f.ttl * interval '1 millisecond',
        ttl = f.ttl * interval '1 millisecond', attributes = f.attributes::jsonb, promised = 0
    from free f
    where l.ctid = f.place and l.bucket = p_bucket
    returning 'acquire', f.no::integer, 'granted', l.fence, null::text, null::timestamptz,
              null::timestamptz, null::uuid, v_now;
    get diagnostics v_locked = row_count;
    if v_locked > 0 and p_placed then
      perform holdfast.give_up_places(p_bucket, p_process, p_resources, p_hashes);
    end if;
    if v_locked = v_asked then
      return;
    elsif v_locked > 0 then
      return query
      select * from holdfast.acquire_the_rest(
        p_bucket, p_process, p_resources, p_hashes, p_ttls, p_holders, p_attributes, p_queueing,
        p_placed, v_now);
      return;
    end if;
    -- Others have all of them, and nobody here waits: it reads, and that is all.
    if p_queueing is null then
      return query
      select 'acquire', h.no, 'held', h.fence, h.holder, h.locked_at, h.locked_until, null::uuid,
             v_now
      from (
        select a.no::integer, l.fence, l.holder, l.locked_at, l.locked_until, count(*) over ()
        from unnest(p_resources, p_hashes) with ordinality as a (resource, token_hash, no)
        cross join lateral (
          select l.* from holdfast.lease l
          where l.resource = a.resource and l.bucket = p_bucket
            and l.token_hash <> a.token_hash
            and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
          offset 0) l) h
      where h.count = v_asked;
      if found then
        return;
      end if;
    end if;
  end if;

  perform holdfast.check_asked(p_ttls, p_holders);
  -- Lock what is free; then, once, make rows for the names never seen before and lock those.
  for v_try in 1 .. 2 loop
    select array_agg(coalesce(a.place, l.place)), count(coalesce(a.place, l.place)),
           v_expired or coalesce(bool_or(l.expired), false)
    into v_places, v_locked, v_expired
    from unnest(p_resources, p_hashes, p_queueing, v_places)
           as a (resource, token_hash, queueing, place)
    left join lateral (
      select l.ctid as place, l.token_hash is not null as expired
      from holdfast.lease l
      where a.place is null and l.resource = a.resource and l.bucket = p_bucket
        and (l.token_hash = a.token_hash
             or not holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                and (a.queueing is distinct from 2 or l.locked_until < v_now - holdfast.turn()
                     or holdfast.is_next(p_bucket, p_process, a.resource, v_now)))
      offset 0
      for update of l skip locked) l on true;
    exit when v_try = 2 or v_locked = v_asked;
    exit when not holdfast.make_rows(p_bucket, p_resources);
    v_now := clock_timestamp();   -- that may have waited
  end loop;

  if v_locked > 0 and (v_locked = v_asked or not p_together) then
    -- A lease that ran out and is taken over now ended when it ran out.
    if v_expired and holdfast.history_retention() > interval '0' then
      insert into holdfast.past_lease (
        bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, attributes)
      select p_bucket, l.resource, l.fence, l.holder, l.locked_at, l.locked_until,
             least(l.locked_until, v_now), 'expired', l.attributes
      from unnest(v_places) as a (place)
      join holdfast.lease l on l.ctid = a.place and l.bucket = p_bucket
      where l.token_hash is not null
        and not holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now);
    end if;
    -- What is held all the same is ours: the same request again, its answer was lost. It keeps its
    -- fence and its beginning, and its end never comes nearer.
    return query
    update holdfast.lease l
    set fence = case when holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                     then l.fence else greatest(l.fence, l.promised) + 1 end,
        promised = case when holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                        then l.promised else 0 end,
        locked_until = case when holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                            then greatest(l.locked_until, v_now + a.ttl * interval '1 millisecond')
                            else v_now + a.ttl * interval '1 millisecond' end,
        ttl = case when holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                   then greatest(l.ttl, a.ttl * interval '1 millisecond')
                   else a.ttl * interval '1 millisecond' end,
        locked_at = case when holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
                         then l.locked_at else v_now end,
        token_hash = a.token_hash, holder = a.holder, process = p_process,
        attributes = a.attributes::jsonb
    from unnest(p_hashes, p_ttls, p_holders, p_attributes, v_places)
           with ordinality as a (token_hash, ttl, holder, attributes, place, no)
    where l.ctid = a.place and l.bucket = p_bucket
    returning 'acquire', a.no::integer, 'granted', l.fence, null::text, l.locked_at,
              l.locked_until, null::uuid, v_now;
    if p_placed then
      perform holdfast.give_up_places(p_bucket, p_process, p_resources, p_hashes);
    end if;
    if v_locked = v_asked then
      return;
    end if;
  end if;

  if p_queueing is not null then
    perform holdfast.take_places(p_bucket, p_process, p_resources, p_hashes, p_holders, p_queueing);
  end if;
  return query
  select 'acquire', a.no::integer,
         case when holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now) then 'held'
              when a.queueing = 2 and l.locked_until >= v_now - holdfast.turn() and exists (
                select from holdfast.waiter w
                where w.resource = a.resource and w.bucket = p_bucket
                  and w.process <> p_process and w.expires_at > v_now) then 'turn'
              else 'busy' end,
         l.fence, l.holder, l.locked_at, l.locked_until, null::uuid, v_now
  from unnest(p_resources, p_hashes, p_queueing)
         with ordinality as a (resource, token_hash, queueing, no)
  left join lateral (
    select l.* from holdfast.lease l
    where l.resource = a.resource and l.bucket = p_bucket offset 0) l on true
  where l.token_hash is distinct from a.token_hash;
end
$$;

-- The same for those that were not granted at that time: some were free, now for the others.
create function holdfast.acquire_the_rest(
  p_bucket integer, p_process uuid, p_resources text[], p_hashes bytea[], p_ttls bigint[],
  p_holders text[], p_attributes text[], p_queueing integer[], p_placed boolean,
  p_now timestamptz)
returns setof holdfast.lease_answer
language plpgsql as $$
declare
  v record;
begin
  select array_agg(a.no::integer) as nos, array_agg(a.resource) as resources,
         array_agg(a.token_hash) as hashes, array_agg(a.ttl) as ttls,
         array_agg(a.holder) as holders, array_agg(a.attributes) as attributes,
         array_agg(a.queueing) as queueing
  into v
  from unnest(p_resources, p_hashes, p_ttls, p_holders, p_attributes, p_queueing)
         with ordinality as a (resource, token_hash, ttl, holder, attributes, queueing, no)
  left join lateral (
    select true as granted from holdfast.lease l
    where l.resource = a.resource and l.bucket = p_bucket and l.token_hash = a.token_hash
      and l.locked_at = p_now
    offset 0) l on true
  where l.granted is null;
  return query
  select r.part, v.nos[r.no], r.outcome, r.fence, r.holder, r.locked_at, r.locked_until,
         r.next_process, r.at
  from holdfast.acquire_leases(
    p_bucket, p_process, false, v.resources, v.hashes, v.ttls, v.holders, v.attributes,
    case when p_queueing is not null then v.queueing end, p_placed) r;
end
$$;

-- For one resource that another held when it was last asked for: looks first whether it still does,
-- which is less than half the work of trying to get it; if not, asks for it.
create function holdfast.look_then_acquire(
  p_bucket integer, p_process uuid, p_together boolean, p_resources text[], p_hashes bytea[],
  p_ttls bigint[], p_holders text[], p_attributes text[], p_queueing integer[], p_placed boolean)
returns setof holdfast.lease_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform holdfast.require_read_committed();
  end if;
  if cardinality(p_resources) = 1 and p_queueing is null then
    return query
    select 'acquire', 1, 'held', l.fence, l.holder, l.locked_at, l.locked_until, null::uuid, v_now
    from holdfast.lease l
    where l.resource = p_resources[1] and l.bucket = p_bucket and l.token_hash <> p_hashes[1]
      and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now);
    if found then
      return;
    end if;
  end if;
  return query
  select * from holdfast.acquire_leases(
    p_bucket, p_process, p_together, p_resources, p_hashes, p_ttls, p_holders, p_attributes,
    p_queueing, p_placed);
end
$$;

-- A release and the grant that follows it, as one step a resource: from the token to the new one,
-- which costs half of both. What can't go so goes as release_leases and acquire_leases do it (it was
-- lost, somebody has it locked, a transaction still works under it, the request is a repeated one).
-- Only for who may pass those who wait (p_queueing 0 and 1).
create function holdfast.pass_leases(
  p_bucket integer, p_process uuid, p_resources text[], p_fences bigint[], p_tokens uuid[],
  p_hashes bytea[], p_ttls bigint[], p_holders text[], p_attributes text[], p_queueing integer[],
  p_placed boolean)
returns setof holdfast.lease_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_bitmapscan = off set enable_material = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_now    timestamptz := clock_timestamp();
  v_passed integer;
  v_rest   record;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform holdfast.require_read_committed();
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform holdfast.require_durable_commit();
  end if;

  return query
  with ours as materialized (
    select a.no, a.token_hash, a.ttl * interval '1 millisecond' as ttl, a.holder,
           a.attributes::jsonb as attributes, l.*
    from unnest(p_resources, p_fences, p_tokens, p_hashes, p_ttls, p_holders, p_attributes)
           with ordinality
           as a (resource, fence, token, token_hash, ttl, holder, attributes, no)
    cross join lateral (
      select l.ctid as place, l.holder as past_holder, l.locked_at as past_locked_at,
             l.locked_until as past_locked_until, l.attributes as past_attributes
      from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket
        and l.token_hash = sha256(uuid_send(a.token))
        and (a.fence is null or l.fence = a.fence)
        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
        and a.ttl between 1 and extract(epoch from holdfast.max_ttl()) * 1000
        and length(a.holder) between 1 and 255
      offset 0
      for update of l skip locked) l
  ), passed as (
    update holdfast.lease l
    set fence = l.fence + 1, token_hash = o.token_hash, holder = o.holder, process = p_process,
        locked_at = v_now, locked_until = v_now + o.ttl, ttl = o.ttl, attributes = o.attributes,
        promised = l.fence + 1 + holdfast.promise()
    from ours o
    where l.ctid = o.place and l.bucket = p_bucket
    returning o.no, l.resource, l.fence, o.past_holder, o.past_locked_at, o.past_locked_until,
              o.past_attributes
  ), past as (
    insert into holdfast.past_lease (
      bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, attributes)
    select p_bucket, p.resource, p.fence - 1, p.past_holder, p.past_locked_at, p.past_locked_until,
           v_now, 'released', p.past_attributes
    from passed p
    where holdfast.history_retention() > interval '0'
  )
  select 'pass', p.no::integer, 'passed', p.fence, null::text, null::timestamptz,
         null::timestamptz,
         (select w.process
          from holdfast.waiter w
          where w.resource = p.resource and w.bucket = p_bucket and w.expires_at > v_now
          order by w.resource, w.since, w.process
          limit 1),
         v_now
  from passed p;
  get diagnostics v_passed = row_count;
  if v_passed > 0 and p_placed then
    perform holdfast.give_up_places(p_bucket, p_process, p_resources, p_hashes);
  end if;
  if v_passed = cardinality(p_resources) then
    return;
  end if;

  select array_agg(a.no::integer) as nos, array_agg(a.resource) as resources,
         array_agg(a.fence) as fences, array_agg(a.token) as tokens,
         array_agg(a.token_hash) as hashes, array_agg(a.ttl) as ttls,
         array_agg(a.holder) as holders, array_agg(a.attributes) as attributes,
         array_agg(a.queueing) as queueing
  into v_rest
  from unnest(p_resources, p_fences, p_tokens, p_hashes, p_ttls, p_holders, p_attributes, p_queueing)
         with ordinality
         as a (resource, fence, token, token_hash, ttl, holder, attributes, queueing, no)
  left join lateral (
    select true as passed from holdfast.lease l
    where l.resource = a.resource and l.bucket = p_bucket and l.token_hash = a.token_hash
      and l.locked_at = v_now
    offset 0) l on true
  where l.passed is null;
  return query
  select r.part, v_rest.nos[r.no], r.outcome, r.fence, r.holder, r.locked_at, r.locked_until,
         r.next_process, r.at
  from holdfast.release_leases(
    p_bucket, false, v_rest.resources, v_rest.fences, v_rest.tokens) r;
  return query
  select r.part, v_rest.nos[r.no], r.outcome, r.fence, r.holder, r.locked_at, r.locked_until,
         r.next_process, r.at
  from holdfast.acquire_leases(
    p_bucket, p_process, false, v_rest.resources, v_rest.hashes, v_rest.ttls, v_rest.holders,
    v_rest.attributes, case when p_queueing is not null then v_rest.queueing end, p_placed) r;
end
$$;

-- Records that leases went from one caller to the next within their process, which it did by itself:
-- from what the row has (token and fence) to the last of them, p_steps further, all within what was
-- promised. Those in between are in p_past_…, p_steps - 1 of them from p_from on. Times come as ages
-- in microseconds, since the clocks of clients are not to be trusted but what passes on them is. A
-- lease that is guarded is 'busy' until that transaction ends: writes of those who came later wait for
-- this record, and so for it. The same once more, after a lost answer, is 'repeated', and sets a new
-- end: so it is a commit of its own, without which nobody may rely on what was promised before. 'passed':
-- recorded before, and the last one was taken over, or away, since; 'lost': that was before. Either way
-- the process must tell the last one.
create function holdfast.succeed_leases(
  p_bucket integer, p_process uuid, p_resources text[], p_fences bigint[], p_tokens uuid[],
  p_ended bigint[], p_steps integer[], p_hashes bytea[], p_ttls bigint[], p_holders text[],
  p_began bigint[], p_placed boolean, p_from integer[], p_past_holders text[],
  p_past_ttls bigint[], p_past_began bigint[], p_past_ended bigint[])
returns setof holdfast.lease_answer
language plpgsql security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set jit = off
set enable_seqscan = off set enable_bitmapscan = off set enable_material = off
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  c_tick constant interval := interval '1 microsecond';
  v_now  timestamptz := clock_timestamp();
  v_done integer;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    perform holdfast.require_read_committed();
  end if;
  if current_setting('synchronous_commit') = 'off' then
    perform holdfast.require_durable_commit();   -- for the sake of what is promised next
  end if;

  return query
  with ours as materialized (
    select a.no, a.steps, a.past, a.token_hash, a.ttl * interval '1 millisecond' as ttl, a.holder,
           greatest(l.past_locked_at, v_now - a.began * c_tick) as began,
           greatest(l.past_locked_at, v_now - a.ended * c_tick) as ended, l.*
    from unnest(p_resources, p_fences, p_tokens, p_ended, p_steps, p_hashes, p_ttls, p_holders,
                p_began, p_from)
           with ordinality
           as a (resource, fence, token, ended, steps, token_hash, ttl, holder, began, past, no)
    cross join lateral (
      select l.ctid as place, l.holder as past_holder, l.locked_at as past_locked_at,
             l.locked_until as past_locked_until, l.attributes as past_attributes
      from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket
        and l.token_hash = sha256(uuid_send(a.token)) and l.fence = a.fence
        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
        and a.steps between 1 and l.promised - l.fence
        and a.ttl between 1 and extract(epoch from holdfast.max_ttl()) * 1000
        and length(a.holder) between 1 and 255
      offset 0
      for update of l skip locked) l
  ), recorded as (
    update holdfast.lease l
    set fence = l.fence + o.steps, token_hash = o.token_hash, holder = o.holder,
        process = p_process, locked_at = o.began, locked_until = v_now + o.ttl, ttl = o.ttl,
        attributes = null, promised = l.fence + o.steps + holdfast.promise()
    from ours o
    where l.ctid = o.place and l.bucket = p_bucket
    returning o.no, l.resource, l.fence, o.steps, o.past, o.past_holder, o.past_locked_at,
              o.past_locked_until, o.past_attributes, o.ended
  ), past as (
    insert into holdfast.past_lease (
      bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, attributes)
    select p_bucket, r.resource, r.fence - r.steps, r.past_holder, r.past_locked_at,
           r.past_locked_until, r.ended, 'released', r.past_attributes
    from recorded r
    where holdfast.history_retention() > interval '0'
    union all
    select p_bucket, r.resource, r.fence - r.steps + p.no, left(p.holder, 255),
           greatest(r.past_locked_at, v_now - p.began * c_tick),
           v_now - p.began * c_tick + p.ttl * interval '1 millisecond',
           greatest(r.past_locked_at, v_now - p.ended * c_tick), 'released', null
    from recorded r
    cross join lateral unnest(
      p_past_holders[r.past : r.past + r.steps - 2], p_past_ttls[r.past : r.past + r.steps - 2],
      p_past_began[r.past : r.past + r.steps - 2], p_past_ended[r.past : r.past + r.steps - 2])
        with ordinality as p (holder, ttl, began, ended, no)
    where holdfast.history_retention() > interval '0'
  )
  select 'succeed', r.no::integer, 'recorded', r.fence, null::text, null::timestamptz,
         null::timestamptz,
         (select w.process
          from holdfast.waiter w
          where w.resource = r.resource and w.bucket = p_bucket and w.expires_at > v_now
            and w.process <> p_process
          order by w.resource, w.since, w.process
          limit 1),
         v_now
  from recorded r;
  get diagnostics v_done = row_count;
  if v_done > 0 and p_placed then
    perform holdfast.give_up_places(p_bucket, p_process, p_resources, p_hashes);
  end if;
  if v_done = cardinality(p_resources) then
    return;
  end if;

  return query
  with ours as materialized (
    select a.no, a.ttl * interval '1 millisecond' as ttl, l.place
    from unnest(p_resources, p_fences, p_steps, p_hashes, p_ttls) with ordinality
           as a (resource, fence, steps, token_hash, ttl, no)
    cross join lateral (
      select l.ctid as place
      from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket
        and l.token_hash = a.token_hash and l.fence = a.fence + a.steps
        and l.locked_until <> v_now + a.ttl * interval '1 millisecond'   -- not recorded just now
        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
      offset 0
      for no key update of l skip locked) l)
  update holdfast.lease l
  set locked_until = v_now + o.ttl
  from ours o
  where l.ctid = o.place and l.bucket = p_bucket
  returning 'succeed', o.no::integer, 'repeated', l.fence, null::text, null::timestamptz,
            null::timestamptz, null::uuid, v_now;

  return query
  select 'succeed', a.no::integer,
         case when holdfast.is_held(l.token_hash, l.locked_until, l.ttl, v_now)
               and (l.token_hash = a.token_hash and l.fence = a.fence + a.steps
                    or l.token_hash = sha256(uuid_send(a.token)) and l.fence = a.fence
                       and a.steps between 1 and l.promised - l.fence
                       and a.ttl between 1 and extract(epoch from holdfast.max_ttl()) * 1000
                       and length(a.holder) between 1 and 255) then 'busy'
              when l.token_hash = a.token_hash or exists (
                select from holdfast.past_lease p
                where p.bucket = p_bucket and p.resource = a.resource and p.fence = a.fence
                  and p.ending = 'released') then 'passed'
              else 'lost' end,
         l.fence, l.holder, l.locked_at, l.locked_until, null::uuid, v_now
  from unnest(p_resources, p_fences, p_tokens, p_steps, p_hashes, p_ttls, p_holders)
         with ordinality as a (resource, fence, token, steps, token_hash, ttl, holder, no)
  left join lateral (
    select l.* from holdfast.lease l
    where l.resource = a.resource and l.bucket = p_bucket offset 0) l on true
  where coalesce(l.token_hash <> a.token_hash
                 or l.locked_until <> v_now + a.ttl * interval '1 millisecond', true);
end
$$;

create function holdfast.check_asked(p_ttls bigint[], p_holders text[]) returns void
language plpgsql as $$
begin
  if exists (
    select from unnest(p_ttls, p_holders) as a (ttl, holder)
    where a.ttl is null or a.ttl not between 1 and extract(epoch from holdfast.max_ttl()) * 1000
       or coalesce(length(a.holder), 0) not between 1 and 255)
  then
    raise exception 'a ttl is above 0 and at most %, a holder has 1 to 255 characters',
      holdfast.max_ttl() using errcode = 'invalid_parameter_value';
  end if;
end
$$;

-- How long the next in line has the first try at a lease that became free.
create function holdfast.turn() returns interval
language sql immutable as $$ select interval '250 milliseconds' $$;

-- Whether no other process has waited for longer. A function, so that who does not wait need not even
-- prepare the question.
create function holdfast.is_next(
  p_bucket integer, p_process uuid, p_resource text, p_now timestamptz) returns boolean
language plpgsql stable as $$
begin
  return not exists (
    select from holdfast.waiter w
    where w.resource = p_resource and w.bucket = p_bucket
      and w.process <> p_process and w.expires_at > p_now
      and w.since < coalesce(
        (select min(o.since) from holdfast.waiter o
         where o.resource = p_resource and o.process = p_process), 'infinity'));
end
$$;

-- Rows for names never seen before; true if there were any. In the order of the names: two
-- processes that meet new names at once must not deadlock. Their counters start at the floor, which
-- is read after the rows are there: whoever pruned one of these names has raised it by now, and
-- nobody can prune them before this commits. A ttl of zero tells that a row was never granted.
create function holdfast.make_rows(p_bucket integer, p_resources text[]) returns boolean
language plpgsql as $$
declare
  v_new   text[];
  v_floor bigint;
begin
  with made as (
    insert into holdfast.lease (bucket, resource, fence, locked_until, ttl)
    select p_bucket, a.resource, 0, '-infinity', '0'
    from unnest(p_resources) as a (resource)
    left join lateral (
      select true as there from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket offset 0) l on true
    where l.there is null
    order by a.resource collate "C"
    on conflict do nothing
    returning resource
  )
  select array_agg(m.resource) into v_new from made m;
  v_floor := (select b.fence_floor from holdfast.bucket b where b.bucket = p_bucket);
  if v_floor > 0 then
    update holdfast.lease l
    set fence = v_floor
    where l.resource = any (v_new) and l.bucket = p_bucket;
  end if;
  return v_new is not null;
end
$$;

-- Who waits and was refused keeps its place, or takes one at the end of the queue; it lasts five
-- seconds unless refreshed, so that the dead leave one by one.
create function holdfast.take_places(
  p_bucket integer, p_process uuid, p_resources text[], p_hashes bytea[], p_holders text[],
  p_queueing integer[])
returns void
language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  for i in 1 .. cardinality(p_resources) loop
    continue when p_queueing[i] = 0 or exists (
      select from holdfast.lease l
      where l.resource = p_resources[i] and l.bucket = p_bucket and l.token_hash = p_hashes[i]);
    update holdfast.waiter w
    set expires_at = v_now + interval '5 seconds'
    where w.resource = p_resources[i] and w.bucket = p_bucket and w.process = p_process;
    if not found then
      insert into holdfast.waiter (bucket, resource, process, holder, since, expires_at)
      values (p_bucket, p_resources[i], p_process, p_holders[i], v_now,
              v_now + interval '5 seconds');
    end if;
  end loop;
end
$$;

-- Who was granted leaves the queue.
create function holdfast.give_up_places(
  p_bucket integer, p_process uuid, p_resources text[], p_hashes bytea[]) returns void
language plpgsql as $$
begin
  delete from holdfast.waiter w
  using unnest(p_resources, p_hashes) as a (resource, token_hash)
  where w.resource = a.resource and w.bucket = p_bucket and w.process = p_process
    and exists (
      select from holdfast.lease l
      where l.resource = a.resource and l.bucket = p_bucket and l.token_hash = a.token_hash);
end
$$;

-- Tells processes that resources became free. Call it in a transaction of its own.
create function holdfast.wake(p_resources text[], p_processes uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform holdfast.tell_free(a.resource, a.process)
  from unnest(p_resources, p_processes) as a (resource, process);
end
$$;

-- Gives up places in queues.
create function holdfast.leave(p_bucket integer, p_process uuid, p_resources text[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from holdfast.waiter w
  where w.bucket = p_bucket and w.process = p_process and w.resource = any (p_resources);
$$;

-- What pg_locks shows of a guard: the key of a shared advisory lock that its transaction has, so that
-- it can be told which backend works under which lease.
create function holdfast.guard_mark(p_resource text) returns bigint
language sql immutable as $$ select hashtextextended(p_resource collate "C", 4846) $$;

-- The guard: call it first in the transaction that writes. While that transaction lasts nobody can
-- take the resource over, even past the expiry; so it is bounded: it may last one ttl at most
-- (before PostgreSQL 17: each statement and each pause). Fails with HF001 when the lease is not
-- current. Without the token it checks the fence alone: for triggers and for other languages. A lease
-- that its process gave by itself is current once that is recorded, which is waited for.
create function holdfast.guard(p_resource text, p_fence bigint, p_token uuid default null)
returns timestamptz
language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '5s'
as $$
declare
  v_lease  holdfast.lease;
  v_given  boolean;
  v_bound  text;
  v_marked boolean;
  v_limits text[] := array['idle_in_transaction_session_timeout', 'statement_timeout'];
begin
  select l.* into v_lease
  from holdfast.lease l
  where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
    and l.fence = p_fence
    and l.token_hash = coalesce(sha256(uuid_send(p_token)), l.token_hash)
  for key share;

  for v_try in 1 .. 200 loop
    exit when v_lease.resource is not null;
    -- asked before the look: what is recorded between the two is found by it
    v_given := exists (
      select from holdfast.lease l
      where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
        and l.token_hash is not null and p_fence > l.fence and p_fence <= l.promised);
    select l.* into v_lease
    from holdfast.lease l
    where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
      and l.fence = p_fence
      and l.token_hash = coalesce(sha256(uuid_send(p_token)), l.token_hash)
    for key share;
    exit when v_lease.resource is not null or not v_given;
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'the lease of % with fence % was given a moment ago, and is not recorded yet',
        quote_literal(p_resource), p_fence
        using errcode = 'serialization_failure', hint = 'roll back and try again';
    end if;
    perform pg_sleep(0.005);
  end loop;
  if v_lease.resource is null and v_given then
    raise exception 'the lease of % with fence % is not recorded yet', quote_literal(p_resource), p_fence
      using errcode = 'lock_not_available',
            detail = 'a transaction that is guarded by an earlier lease of it has not ended',
            hint = 'roll back and try again; commit before you let go of a lease';
  end if;

  if v_lease.resource is null
     or not holdfast.is_held(v_lease.token_hash, v_lease.locked_until, v_lease.ttl,
                             clock_timestamp())
  then
    select l.* into v_lease
    from holdfast.lease l
    where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource;
    raise exception 'the lease of % with fence % is not current', quote_literal(p_resource), p_fence
      using errcode = 'HF001',
            detail = case
              when v_lease.resource is null then 'nobody ever held it'
              when v_lease.token_hash is null
                then format('it is free, the last fence was %s', v_lease.fence)
              else format('fence %s, held by %s until %s',
                          v_lease.fence, v_lease.holder, v_lease.locked_until) end,
            hint = 'roll back: acquire it again, then redo the work on fresh data';
  end if;

  v_marked := pg_try_advisory_xact_lock_shared(holdfast.guard_mark(p_resource));   -- never waits
  if current_setting('server_version_num')::integer >= 170000 then
    v_limits[2] := 'transaction_timeout';
  end if;
  v_bound := ceil(extract(epoch from v_lease.ttl) * 1000)::bigint::text || 'ms';
  for i in 1 .. 2 loop
    if current_setting(v_limits[i])::interval
       not between interval '1 microsecond' and v_lease.ttl then
      perform set_config(v_limits[i], v_bound, true);
    end if;
  end loop;
  return v_lease.locked_until;
end
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
