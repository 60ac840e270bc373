-- 003 lease tools: leases by hand, looking at them, taking them away, and keeping the tables small.
-- breaking: no

-- By hand or from any language: select * from holdfast.acquire('instance/42', '5 minutes', 'me');
create function holdfast.acquire(
  p_resource text, p_ttl interval default '5 minutes', p_holder text default session_user::text,
  p_attributes jsonb default null,
  out granted boolean, out token uuid, out fence bigint, out holder text,
  out locked_at timestamptz, out locked_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_token  uuid := gen_random_uuid();
  v_ttl    bigint := extract(epoch from p_ttl) * 1000;
  v_answer holdfast.lease_answer;
begin
  if p_resource is null or length(p_resource) not between 1 and 512 then
    raise exception 'a resource name has 1 to 512 characters'
      using errcode = 'invalid_parameter_value';
  end if;
  select * into v_answer
  from holdfast.acquire_leases(
    holdfast.bucket_of(p_resource), null, false, array[p_resource],
    array[sha256(uuid_send(v_token))], array[v_ttl], array[p_holder], array[p_attributes::text],
    null, false);
  granted := v_answer.outcome = 'granted';
  fence := v_answer.fence;
  if granted then
    token := v_token;
    holder := p_holder;
    locked_at := v_answer.at;
    locked_until := v_answer.at + p_ttl;
  else
    holder := v_answer.holder;
    locked_at := v_answer.locked_at;
    locked_until := v_answer.locked_until;
  end if;
end
$$;

-- True: it was still ours. False: it had been lost before, nothing was changed for anybody else.
create function holdfast.release(p_resource text, p_token uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_answer holdfast.lease_answer;
begin
  select * into v_answer
  from holdfast.release_leases(
    holdfast.bucket_of(p_resource), false, array[p_resource], array[null::bigint], array[p_token]);
  if v_answer.outcome = 'busy' then
    raise exception '% is locked by another transaction at this moment', quote_literal(p_resource)
      using errcode = 'lock_not_available', hint = 'try again';
  end if;
  if v_answer.next_process is not null then
    perform holdfast.tell_free(p_resource, v_answer.next_process);
  end if;
  return v_answer.outcome = 'released';
end
$$;

-- True: it now ends p_ttl from now. False: it was lost.
create function holdfast.renew(p_resource text, p_token uuid, p_ttl interval default '5 minutes')
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_ttl    bigint := extract(epoch from p_ttl) * 1000;
  v_answer holdfast.lease_answer;
begin
  select * into v_answer
  from holdfast.renew_leases(
    holdfast.bucket_of(p_resource), array[p_resource], array[null::bigint], array[p_token],
    array[v_ttl], array[true]);
  if v_answer.outcome = 'busy' then
    raise exception '% is locked by another transaction at this moment', quote_literal(p_resource)
      using errcode = 'lock_not_available', hint = 'try again';
  end if;
  return v_answer.outcome = 'renewed';
end
$$;

create type holdfast.resource_state as (
  resource     text,
  state        text,         -- held, expired (nobody took it over yet) or free
  fence        bigint,
  holder       text,         -- free: the last one
  locked_at    timestamptz,
  locked_until timestamptz,  -- free: since when
  ttl_ms       bigint,
  attributes   jsonb,
  waiting      integer,      -- processes in the queue
  at           timestamptz   -- the database's clock
);

create function holdfast.state_of(p_lease holdfast.lease, p_now timestamptz)
returns holdfast.resource_state
language sql stable set search_path = pg_catalog, pg_temp as $$
  select p_lease.resource::text,
         case when holdfast.is_held(p_lease.token_hash, p_lease.locked_until, p_lease.ttl, p_now)
              then 'held'
              when p_lease.token_hash is not null then 'expired'
              else 'free' end,
         p_lease.fence, p_lease.holder, p_lease.locked_at, p_lease.locked_until,
         (extract(epoch from p_lease.ttl) * 1000)::bigint, p_lease.attributes,
         (select count(*)::integer
          from holdfast.waiter w
          where w.bucket = p_lease.bucket and w.resource = p_lease.resource
            and w.expires_at > p_now),
         p_now
$$;

-- One resource; no row: it was never locked, or not for a long time.
create function holdfast.resource(p_resource text) returns setof holdfast.resource_state
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select (holdfast.state_of(l, clock_timestamp())).*
  from holdfast.lease l
  where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
$$;

-- Resources in the order of their names, a page at a time: those after p_after that start with
-- p_prefix and, unless null, are in p_state. Read in the order of the key, and no further than the
-- page: what it costs does not depend on how many resources there are.
create function holdfast.resources(
  p_prefix text default '', p_after text default '', p_state text default null,
  p_limit integer default 100)
returns setof holdfast.resource_state
language sql security definer
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off as $$
  select (s.state).*
  from (select holdfast.state_of(l, clock_timestamp()) as state, l.resource
        from holdfast.lease l
        where l.resource > p_after
          and l.resource >= p_prefix and l.resource < p_prefix || chr(1114111)
        order by l.resource
        offset 0) s
  where p_state is null or (s.state).state = p_state
  order by s.resource
  limit least(greatest(p_limit, 1), 10000)
$$;

-- The leases of a resource, the newest first; the running one has no end.
create function holdfast.history(p_resource text, p_limit integer default 100)
returns table (
  resource text, fence bigint, holder text, locked_at timestamptz, locked_until timestamptz,
  ended_at timestamptz, ending text, ended_by text, reason text, attributes jsonb)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select l.resource, l.fence, l.holder, l.locked_at, l.locked_until,
         case when not l.held then least(l.locked_until, l.now) end,
         case when not l.held then 'expired' end, null, null, l.attributes
  from (select l.*, c.now, holdfast.is_held(l.token_hash, l.locked_until, l.ttl, c.now) as held
        from holdfast.lease l, (select clock_timestamp() as now) c
        where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
          and l.token_hash is not null) l
  union all
  (select p.resource, p.fence, p.holder, p.locked_at, p.locked_until, p.ended_at, p.ending,
          p.ended_by, p.reason, p.attributes
   from holdfast.past_lease p
   where p.bucket = holdfast.bucket_of(p_resource) and p.resource = p_resource
   order by p.fence desc
   limit least(greatest(p_limit, 1), 10000))
  order by 2 desc
  limit least(greatest(p_limit, 1), 10000)
$$;

-- Takes a lease away, with who and why on record. From now on the old holder's guard fails, and its
-- process is told. Only the lease with this fence: false if it had ended, or a successor has it.
create function holdfast.force_release(
  p_resource text, p_fence bigint, p_reason text, p_by text default session_user::text)
returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  v_lease holdfast.lease;
  v_now   timestamptz;
  v_next  uuid;
begin
  if coalesce(length(p_reason), 0) not between 1 and 1000 then
    raise exception 'a forced release needs a reason of 1 to 1000 characters'
      using errcode = 'invalid_parameter_value';
  end if;
  -- FOR UPDATE, so that a guard with an older snapshot fails too; but a guard in flight is not
  -- waited for: it ends in its own time, and no grant passes it.
  select l.* into v_lease
  from holdfast.lease l
  where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
    and l.fence = p_fence and l.token_hash is not null
  for update skip locked;
  if not found then
    select l.* into v_lease
    from holdfast.lease l
    where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
      and l.fence = p_fence and l.token_hash is not null
    for no key update;
    if not found then
      return false;
    end if;
  end if;
  v_now := clock_timestamp();
  update holdfast.lease l
  set token_hash = null, process = null, locked_until = least(l.locked_until, v_now)
  where l.bucket = v_lease.bucket and l.resource = v_lease.resource;
  if holdfast.history_retention() > interval '0' then
    insert into holdfast.past_lease (
      bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, ended_by, reason,
      attributes)
    values (v_lease.bucket, v_lease.resource, v_lease.fence, v_lease.holder, v_lease.locked_at,
            v_lease.locked_until, v_now, 'forced', p_by, p_reason, v_lease.attributes);
  end if;
  if v_lease.process is not null then
    perform pg_notify(
      'holdfast_' || replace(v_lease.process::text, '-', ''), 'lost ' || p_resource);
  end if;
  v_next := (select w.process from holdfast.waiter w
             where w.bucket = v_lease.bucket and w.resource = v_lease.resource
               and w.expires_at > v_now
             order by w.since, w.process limit 1);
  if v_next is not null then
    perform holdfast.tell_free(p_resource, v_next);
  end if;
  return true;
end
$$;

-- Keeps the tables small with little work at a time: looks at p_limit resources a call, going round
-- in the order of their names, and forgets at most p_limit ended leases; answers how many went.
-- Free resources that idled for the retention go, their fences stay in the floor of the bucket.
-- Rows that somebody has locked are left for the next round.
create function holdfast.maintain(
  p_bucket integer default 0, p_limit integer default 1000,
  out pruned integer, out forgotten integer, out waiters integer)
language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '100ms'
set enable_seqscan = off set jit = off as $$
declare
  v_now    timestamptz := clock_timestamp();
  v_idle   timestamptz := v_now - holdfast.idle_retention();
  v_forget timestamptz := v_now - holdfast.history_retention();
  v_from   text;
  v_to     text;
  v_gone   holdfast.lease[];
begin
  -- One round at a time: who else is at it does not wait.
  pruned := 0;
  forgotten := 0;
  waiters := 0;
  select b.pruned_up_to into v_from
  from holdfast.bucket b where b.bucket = p_bucket for update skip locked;
  if found then
    select max(l.resource) into v_to
    from (select l.resource from holdfast.lease l
          where l.bucket = p_bucket and l.resource > v_from
          order by l.resource limit p_limit) l;
    v_gone := array(
      select l from holdfast.lease l
      where l.bucket = p_bucket and l.resource > v_from and l.resource <= v_to
        and l.locked_until < v_idle
      for update skip locked);
    pruned := cardinality(v_gone);
    insert into holdfast.past_lease (
      bucket, resource, fence, holder, locked_at, locked_until, ended_at, ending, attributes)
    select g.bucket, g.resource, g.fence, g.holder, g.locked_at, g.locked_until, g.locked_until,
           'expired', g.attributes
    from unnest(v_gone) g
    where g.token_hash is not null and g.locked_until >= v_forget;
    -- The floor and the rows in one transaction: no moment without the counter.
    update holdfast.bucket b
    set fence_floor = greatest(b.fence_floor,
                               (select max(greatest(g.fence, g.promised)) from unnest(v_gone) g)),
        pruned_up_to = coalesce(v_to, '')
    where b.bucket = p_bucket;
    delete from holdfast.lease l
    using unnest(v_gone) g
    where l.bucket = p_bucket and l.resource = g.resource;

    delete from holdfast.past_lease p
    where p.ctid = any (array(
      select o.ctid from holdfast.past_lease o
      where o.bucket = p_bucket and o.ended_at < v_forget
      order by o.ended_at
      limit p_limit));
    get diagnostics forgotten = row_count;

    delete from holdfast.waiter w
    where w.ctid = any (array(
      select o.ctid from holdfast.waiter o
      where o.bucket = p_bucket and o.expires_at < v_now - interval '1 minute'
      limit p_limit
      for update skip locked));
    get diagnostics waiters = row_count;
  end if;
end
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
