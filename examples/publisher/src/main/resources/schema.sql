-- The names are those that the application always had; claims work with them as they are.
create table if not exists "Deviation" (
  id                  text primary key,
  title               text not null,
  status              text not null,
  "scheduledAt"       timestamptz not null default clock_timestamp(),
  "executionLockId"   text,
  "executionLockedAt" timestamptz,
  "executionVersion"  integer not null default 0,
  "lastError"         text
);
