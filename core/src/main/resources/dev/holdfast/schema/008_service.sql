-- 008 service: who may call the HTTP service, what admins did with it, and lock orders that were seen.
-- breaking: no

-- From here on a function whose comment begins with 'admin only' is for admins, also one that runs with
-- the caller's own rights: whoever adds one says so beside it, and grant_rights, which runs at the end of
-- each migration, sees it.
create or replace function holdfast.grant_rights() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
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
      select f.signature
      from (select p.oid, p.oid::regprocedure as signature, p.prosecdef,
                   coalesce(obj_description(p.oid, 'pg_proc') like 'admin only%', false) as admin_only
            from pg_proc p
            where p.pronamespace = 'holdfast'::regnamespace) f
      where (f.admin_only and v_role = 'holdfast_admin') or (f.prosecdef and not f.admin_only)
      order by f.oid
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
comment on function holdfast.force_release is 'admin only: takes a lease away from its holder';
comment on function holdfast.retry_event is 'admin only: lets a parked event be tried again';
comment on function holdfast.skip_event is 'admin only: leaves out a parked event';

-- An access token is 256 random bits that only its owner has: here is their sha256. They can't be
-- guessed, so they need no salt and no slow hash.
create table holdfast.access_token (
  name         text collate "C" primary key check (name ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$'),
  secret_hash  bytea not null unique check (length(secret_hash) = 32),
  role         text not null check (role in ('read', 'use', 'admin')),
  prefixes     text[] not null default '{}' check (cardinality(prefixes) <= 100),  -- empty: any name
  created_at   timestamptz not null default clock_timestamp(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz               -- to the minute or so
);

-- False: there is one of that name, be it revoked.
create function holdfast.create_access_token(
  p_name text, p_secret_hash bytea, p_role text, p_prefixes text[], p_expires_at timestamptz)
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from holdfast.access_token) >= 10000 then
    raise exception 'there are 10000 access tokens: forget some first'
      using errcode = 'program_limit_exceeded';
  end if;
  insert into holdfast.access_token (name, secret_hash, role, prefixes, expires_at)
  values (p_name, p_secret_hash, p_role, p_prefixes, p_expires_at)
  on conflict (name) do nothing;
  return found;
end
$$;
comment on function holdfast.create_access_token is 'admin only: creates an access token';

-- All of them, those that no longer work included, by name.
create function holdfast.access_tokens() returns setof holdfast.access_token
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select * from holdfast.access_token order by name
$$;
comment on function holdfast.access_tokens is 'admin only: lists access tokens';

-- False: there is none of that name that still works.
create function holdfast.revoke_access_token(p_name text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update holdfast.access_token t
  set revoked_at = clock_timestamp()
  where t.name = p_name and t.revoked_at is null;
  return found;
end
$$;
comment on function holdfast.revoke_access_token is 'admin only: ends an access token';

create function holdfast.mark_access_tokens_used(p_names text[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
set lock_timeout = '1s' as $$
  update holdfast.access_token t
  set last_used_at = clock_timestamp()
  where t.name = any (p_names)
$$;
comment on function holdfast.mark_access_tokens_used is 'admin only: notes that tokens were used';

-- As holdfast.history, a page at a time: the leases of a resource with a fence below p_before (null:
-- from the newest on), the newest first. The tail is the last incident that tells that the holder was
-- still at work.
create function holdfast.holds(p_resource text, p_before bigint, p_limit integer)
returns table (
  fence bigint, holder text, locked_at timestamptz, locked_until timestamptz,
  ended_at timestamptz, ending text, ended_by text, reason text, attributes jsonb,
  tail_until timestamptz, tail_kind text)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select h.*, i.at, i.kind
  from (
    select l.fence, l.holder, l.locked_at, l.locked_until,
           case when not l.held then least(l.locked_until, l.now) end,
           case when not l.held then 'expired' end, null, null, l.attributes
    from (select l.*, c.now, holdfast.is_held(l.token_hash, l.locked_until, l.ttl, c.now) as held
          from holdfast.lease l, (select clock_timestamp() as now) c
          where l.bucket = holdfast.bucket_of(p_resource) and l.resource = p_resource
            and l.token_hash is not null and (p_before is null or l.fence < p_before)) l
    union all
    (select p.fence, p.holder, p.locked_at, p.locked_until, p.ended_at, p.ending, p.ended_by,
            p.reason, p.attributes
     from holdfast.past_lease p
     where p.bucket = holdfast.bucket_of(p_resource) and p.resource = p_resource
       and p.fence < coalesce(p_before, 9223372036854775807)
     order by p.fence desc
     limit least(greatest(p_limit, 1), 10000))
    order by 1 desc
    limit least(greatest(p_limit, 1), 10000)) h
  left join lateral (
    select i.at, i.kind from holdfast.incident i
    where i.resource = p_resource and i.fence = h.fence
      and i.kind in ('late-release', 'stale-write')
    order by i.at desc
    limit 1) i on true
  order by h.fence desc
$$;

-- Cancels what a session runs ('cancel') or ends the session ('terminate'). Process ids are used
-- again: when the session began has to match, looked at in the same statement that signals it.
-- Answers 'done', 'gone' (no such session in this database), 'reused' (another one has that pid) or
-- 'hidden' (we may not see when it began: pg_read_all_stats). The caller's own rights decide, also
-- whether it may (pg_signal_backend, or the same role), so this is no SECURITY DEFINER.
create function holdfast.end_backend(p_pid integer, p_backend_start timestamptz, p_act text)
returns text
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select case
              when a.backend_start is null then 'hidden'
              when date_trunc('milliseconds', a.backend_start)
                     <> date_trunc('milliseconds', p_backend_start) then 'reused'
              when p_act = 'terminate' then
                case when pg_terminate_backend(a.pid) then 'done' else 'gone' end
              when p_act = 'cancel' then
                case when pg_cancel_backend(a.pid) then 'done' else 'gone' end
            end
     from pg_stat_activity a
     where a.pid = p_pid and a.datname = current_database() and a.pid <> pg_backend_pid()),
    'gone')
$$;
comment on function holdfast.end_backend is 'admin only: cancels statements and ends sessions';

-- What was done by force, by whom and why; kept as long as the history.
create table holdfast.deed (
  id     bigint generated always as identity primary key,
  at     timestamptz not null default clock_timestamp(),
  kind   text not null,                  -- backend-cancelled, backend-terminated
  by     text not null,
  reason text not null,
  detail text not null
);
create index deed_at on holdfast.deed (at);

create function holdfast.record_deed(p_kind text, p_by text, p_reason text, p_detail text)
returns bigint
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into holdfast.deed (kind, by, reason, detail)
  values (p_kind, p_by, p_reason, p_detail)
  returning id
$$;
comment on function holdfast.record_deed is 'admin only: notes what was done by force';

-- The orders in which programs were seen to lock tables: `held` first, then `wanted`.
create table holdfast.observed_order (
  held        text collate "C" not null check (length(held) between 1 and 200),
  wanted      text collate "C" not null check (length(wanted) between 1 and 200),
  application text collate "C" not null check (length(application) between 1 and 200),
  seen        bigint not null,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null,
  primary key (held, wanted, application)
);

-- Adds up what one program saw since it told last; pairs beyond the first 10,000 are not kept.
-- Answers how many pairs were counted.
create function holdfast.report_lock_order(
  p_application text, p_held text[], p_wanted text[], p_seen bigint[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  v_room  integer := 10000 - (select count(*) from holdfast.observed_order)::integer;
  v_known integer;
begin
  if cardinality(p_held) > 1000 then
    raise exception 'at most 1000 pairs at a time' using errcode = 'invalid_parameter_value';
  end if;
  with told as (
    select t.held, t.wanted, sum(greatest(t.seen, 0)) as seen
    from unnest(p_held, p_wanted, p_seen) as t (held, wanted, seen)
    group by t.held, t.wanted
  ), ranked as (
    select t.*, o.held is not null as known,
           count(*) filter (where o.held is null) over (order by t.held, t.wanted) as new_ones
    from told t
    left join holdfast.observed_order o
      on o.held = t.held and o.wanted = t.wanted and o.application = p_application
  )
  insert into holdfast.observed_order as o (
    held, wanted, application, seen, first_seen, last_seen)
  select r.held, r.wanted, p_application, r.seen, clock_timestamp(), clock_timestamp()
  from ranked r
  where r.known or r.new_ones <= v_room
  order by r.held, r.wanted
  on conflict (held, wanted, application) do update
  set seen = o.seen + excluded.seen, last_seen = excluded.last_seen;
  get diagnostics v_known = row_count;
  return v_known;
end
$$;

create function holdfast.observed_orders() returns setof holdfast.observed_order
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select * from holdfast.observed_order order by held, wanted, application
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
