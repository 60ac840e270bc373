-- 005 claims: who works. The claims themselves stand in the users' own tables.
-- breaking: no
--
-- A worker process holds one lease, on 'worker/' and its id, and every lock id that it writes into a
-- claimed row begins with that id (18 characters). So a row tells its owner without a column more,
-- and one renewal keeps all claims of a process.
--   live  the worker stands in this table and its lease with that fence is held
--   dead  anything else: expired, released, forced, pruned, unknown. A dead worker never lives again:
--         ids are random and used once, and an expired lease is not revived
--   born  lease first, then the row here, then the first claim, each committed before the next: whoever
--         sees a lock id and then looks (worker_lives, with a snapshot of its own) finds its worker

create table holdfast.worker (
  worker      text collate "C" primary key,   -- how its lock ids begin
  fence       bigint not null,                -- of its lease
  enlisted_at timestamptz not null default clock_timestamp()
);

-- Volatile: under READ COMMITTED its snapshot is newer than that of the statement that calls it.
create function holdfast.worker_lives(p_worker text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (
    select
    from holdfast.worker w
    join holdfast.lease l on l.resource = 'worker/' || w.worker and l.fence = w.fence
    where w.worker = p_worker
      and l.bucket = holdfast.bucket_of('worker/' || p_worker)
      and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, clock_timestamp()));
end
$$;

-- All that live, once a claim statement: most locked rows are theirs, and need no further look.
create function holdfast.live_workers() returns text[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off as $$
begin
  return array(
    select w.worker
    from holdfast.worker w
    cross join lateral (
      select from holdfast.lease l
      where l.resource = 'worker/' || w.worker and l.fence = w.fence
        and holdfast.is_held(l.token_hash, l.locked_until, l.ttl, clock_timestamp())
      offset 0) l);
end
$$;

-- A worker begins: fails with HF001 unless its lease is current. The dead leave at the same time, a
-- hundred at most, so that the table stays as small as the number of workers.
create function holdfast.enlist(p_worker text, p_fence bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_worker !~ '^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}$' then
    raise exception 'a worker is named by the first 18 characters of a version 8 uuid'
      using errcode = 'invalid_parameter_value';
  end if;
  perform holdfast.guard('worker/' || p_worker, p_fence);
  delete from holdfast.worker w
  where w.ctid = any (array(
    select d.ctid
    from holdfast.worker d
    where not holdfast.worker_lives(d.worker)
    limit 100
    for update skip locked));
  insert into holdfast.worker (worker, fence) values (p_worker, p_fence)
  on conflict (worker) do nothing;
end
$$;

do $$ begin perform holdfast.grant_rights(); end $$;
