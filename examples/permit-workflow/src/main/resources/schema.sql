create table if not exists applications (
  id          bigint generated always as identity primary key,
  citizen     text not null,
  title       text not null,
  details     text not null,
  state       text not null default 'DRAFT',
  desk        text not null default 'citizen',
  assigned_to text,
  row_version integer not null default 1,
  check ((state = 'CLAIMED') <= (assigned_to is not null))
);

-- A transition raises the version, so no version can be reached by two transitions.
create table if not exists transitions (
  application_id bigint not null references applications (id),
  from_state     text not null,
  to_state       text not null,
  officer        text not null,
  row_version    integer not null,
  primary key (application_id, row_version)
);

create table if not exists notifications (
  id             bigint generated always as identity primary key,
  application_id bigint not null references applications (id),
  citizen        text not null,
  message        text not null
);
