-- 001 foundation: the schema, its settings and its two roles.
-- breaking: no
--
-- Applied by the library (Schema.apply), by `holdfast schema apply`, or by hand: every file here
-- runs in one transaction, in the order of its number, and never changes once it was released.

create schema if not exists holdfast;

create table holdfast.migration (
  version    integer primary key,
  name       text not null,
  breaking   boolean not null,     -- true: a library that does not know this version must not run
  checksum   text not null,
  applied_at timestamptz not null default clock_timestamp()
);

-- Settings are functions: inlined as constants wherever they are used, so that they cost nothing.
-- Only the owner of the schema may change them, with holdfast.configure.
create function holdfast.buckets() returns integer
language sql immutable as $$ select 1 $$;

create function holdfast.max_ttl() returns interval
language sql immutable as $$ select interval '24 hours' $$;

create function holdfast.history_retention() returns interval   -- zero: keep no history
language sql immutable as $$ select interval '7 days' $$;

create function holdfast.idle_retention() returns interval      -- free and unused for longer: goes
language sql immutable as $$ select interval '30 days' $$;

-- Changes what is not null, for all processes at once. Buckets only as long as there is no lease.
create function holdfast.configure(
  p_max_ttl interval default null, p_history_retention interval default null,
  p_idle_retention interval default null, p_buckets integer default null)
returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if p_max_ttl <= interval '0' or p_history_retention < interval '0'
     or p_idle_retention <= interval '0' or p_buckets not between 1 and 1024 then
    raise exception 'durations are positive (no history: zero), buckets are 1 to 1024'
      using errcode = 'invalid_parameter_value';
  end if;
  if p_buckets <> holdfast.buckets() and exists (select from holdfast.lease) then
    raise exception 'the number of buckets is fixed once there are leases'
      using errcode = 'object_in_use';
  end if;
  execute format('create or replace function holdfast.buckets() returns integer
    language sql immutable as $f$ select %s $f$', coalesce(p_buckets, holdfast.buckets()));
  execute format('create or replace function holdfast.max_ttl() returns interval
    language sql immutable as $f$ select interval %L $f$', coalesce(p_max_ttl, holdfast.max_ttl()));
  execute format('create or replace function holdfast.history_retention() returns interval
    language sql immutable as $f$ select interval %L $f$',
    coalesce(p_history_retention, holdfast.history_retention()));
  execute format('create or replace function holdfast.idle_retention() returns interval
    language sql immutable as $f$ select interval %L $f$',
    coalesce(p_idle_retention, holdfast.idle_retention()));
end
$$;

-- The bucket that a resource lives in: 0 on one machine. Clients compute the same (first 28 bits of
-- md5 of the UTF-8 name, modulo the number of buckets).
create function holdfast.bucket_of(p_resource text) returns integer
language sql immutable as $$
  select case when holdfast.buckets() = 1 then 0
              else ('x' || substr(md5(p_resource), 1, 7))::bit(28)::integer % holdfast.buckets() end
$$;

-- What a client needs to know before its first request, in one round trip.
create function holdfast.schema_info(
  out version integer, out breaking_version integer, out buckets integer, out max_ttl_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select max(m.version) from holdfast.migration m),
         (select coalesce(max(m.version), 0) from holdfast.migration m where m.breaking),
         holdfast.buckets(),
         (extract(epoch from holdfast.max_ttl()) * 1000)::bigint
$$;

-- holdfast_user may use leases, holdfast_admin may also take them away. Neither may touch a table.
-- Roles belong to the whole cluster: another database may be creating them at this very moment.
-- Where the migrating role may not create roles, the grants wait: once an administrator made the
-- roles, `select holdfast.grant_rights()` by the owner of the schema does the rest.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['holdfast_user', 'holdfast_admin'] loop
    if not exists (select from pg_roles where rolname = v_role) then
      begin
        execute format('create role %I nologin', v_role);
      exception
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then
          raise notice '%', format('role %s is missing and %s may not create it: create it, then '
            'select holdfast.grant_rights()', v_role, current_user);
      end;
    end if;
  end loop;
end
$$;

-- Called at the end of each migration: nobody by default, then what each role may call.
create function holdfast.grant_rights() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- what changes a lease of others; everything else marked SECURITY DEFINER is for users
  c_admin constant text[] := array['force_release'];
  v_function record;
begin
  revoke all on all tables in schema holdfast from public;
  revoke all on all functions in schema holdfast from public;
  for v_function in
    select p.oid::regprocedure as signature, p.proname = any (c_admin) as admin_only
    from pg_proc p
    where p.pronamespace = 'holdfast'::regnamespace and p.prosecdef
    order by p.oid
  loop
    if exists (select from pg_roles where rolname = 'holdfast_admin') then
      grant usage on schema holdfast to holdfast_admin;
      execute format('grant execute on function %s to holdfast_admin', v_function.signature);
    end if;
    if not v_function.admin_only
       and exists (select from pg_roles where rolname = 'holdfast_user') then
      grant usage on schema holdfast to holdfast_user;
      execute format('grant execute on function %s to holdfast_user', v_function.signature);
    end if;
  end loop;
end
$$;
