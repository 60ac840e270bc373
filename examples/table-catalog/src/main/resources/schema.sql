create table if not exists namespaces (
  name       text primary key,
  properties jsonb not null default '{}'
);

create table if not exists tables (
  id        bigint generated always as identity primary key,
  namespace text not null references namespaces (name),
  name      text not null,
  metadata  jsonb not null,
  unique (namespace, name)
);
