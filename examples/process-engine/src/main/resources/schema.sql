create table if not exists instances (
  id           bigint generated always as identity primary key,
  current_task text not null,
  changed_at   timestamptz not null default clock_timestamp()
);

-- Which lock moved it: the fence of the lease. Unique, so that no lease moves an instance twice.
create table if not exists process_history (
  instance_id  bigint not null references instances (id),
  from_task    text not null,
  to_task      text not null,
  fence        bigint not null,
  locked_by    varchar(255) not null,
  at           timestamptz not null default clock_timestamp(),
  primary key (instance_id, fence)
);
