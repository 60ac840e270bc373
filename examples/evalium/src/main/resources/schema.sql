-- The tables of "Evalium: Database Locking & Concurrency Policy", a cluster after the other. Foreign
-- keys stay within a cluster, and keep its order: they lock rows too. Safe to run again.

-- Cluster A: Delivery & Results
create table if not exists assignments (
  id             bigint generated always as identity primary key,
  evaluation_id  bigint not null,
  candidate_id   bigint not null,
  enrolment_id   bigint,                      -- made by a programme: of this enrolment,
  requirement_id bigint,                      -- for this requirement
  created_at     timestamptz not null default now(),
  unique (enrolment_id, requirement_id)       -- the worker may come twice
);
create table if not exists assignment_overrides (
  id            bigint generated always as identity primary key,
  assignment_id bigint not null references assignments,
  extra_minutes integer not null
);
create table if not exists assignment_schedules (
  id            bigint generated always as identity primary key,
  assignment_id bigint not null references assignments,
  opens_at      timestamptz not null,
  closes_at     timestamptz not null
);
create table if not exists delivery_sessions (
  id            bigint generated always as identity primary key,
  assignment_id bigint not null references assignments,
  status        text not null default 'open',
  expires_at    timestamptz not null
);
create unique index if not exists one_open_session on delivery_sessions (assignment_id)
  where status = 'open';
create table if not exists delivery_session_events (
  id                  bigint generated always as identity primary key,
  delivery_session_id bigint not null references delivery_sessions,
  candidate_id        bigint not null,
  kind                text not null,
  at                  timestamptz not null default now()
);
create table if not exists delivery_session_section_states (
  id                  bigint generated always as identity primary key,
  delivery_session_id bigint not null references delivery_sessions,
  section             integer not null,
  state               text not null
);
create table if not exists result_correction_batches (
  id     bigint generated always as identity primary key,
  status text not null default 'draft'
);
create table if not exists submissions (
  id                  bigint generated always as identity primary key,
  delivery_session_id bigint not null references delivery_sessions,
  candidate_id        bigint not null,
  status              text not null default 'in_progress',
  score               integer not null default 0
);
create table if not exists result_corrections (
  id            bigint generated always as identity primary key,
  batch_id      bigint not null references result_correction_batches,
  submission_id bigint not null references submissions,
  points        integer not null
);
create table if not exists submission_items (
  id            bigint generated always as identity primary key,
  submission_id bigint not null references submissions,
  candidate_id  bigint not null,
  answer        text
);
create table if not exists submission_score_versions (
  id            bigint generated always as identity primary key,
  submission_id bigint not null references submissions,
  version       integer not null,
  score         integer not null,
  unique (submission_id, version)
);

-- Cluster B1: authoring
create table if not exists evaluation_buckets (id bigint primary key, name text);
create table if not exists evaluation_glossary_overrides (id bigint primary key, term text);
create table if not exists evaluation_sections (id bigint primary key, title text);
create table if not exists evaluation_versions (id bigint primary key, version integer);
create table if not exists evaluations (id bigint primary key, title text);
create table if not exists glossary_term_aliases (id bigint primary key, alias text);
create table if not exists glossary_terms (id bigint primary key, term text);
create table if not exists passages (id bigint primary key, body text);
create table if not exists question_versions (id bigint primary key, version integer);
create table if not exists questions (id bigint primary key, body text);

-- Cluster B2: Programmes & Groups
create table if not exists programmes (
  id    bigint generated always as identity primary key,
  title text not null
);
create table if not exists programme_requirements (
  id            bigint generated always as identity primary key,
  programme_id  bigint not null references programmes,
  evaluation_id bigint not null
);
create table if not exists groups (id bigint primary key, name text);
create table if not exists group_members (id bigint primary key, group_id bigint references groups);
create table if not exists program_enrolments (
  id           bigint generated always as identity primary key,
  programme_id bigint not null,               -- no foreign key: programmes come later in the order
  candidate_id bigint not null,
  unique (programme_id, candidate_id)
);
create table if not exists program_progress (
  id           bigint generated always as identity primary key,
  enrolment_id bigint not null unique references program_enrolments,
  completed    integer not null default 0
);
create table if not exists programme_assignment_outbox (
  id                bigint generated always as identity primary key,
  enrolment_id      bigint not null references program_enrolments,
  candidate_id      bigint not null,
  status            text not null default 'pending',
  attempts          integer not null default 0,
  due_at            timestamptz not null default now(),
  last_error        text,
  lock_id           uuid,
  locked_at         timestamptz,
  execution_version bigint not null default 0
);

-- Cluster D: Core Identity & Auditing
create table if not exists tenants (id bigint primary key, name text);
create table if not exists org_units (id bigint primary key, name text);
create table if not exists roles (id bigint primary key, name text not null);
create table if not exists users (
  id      bigint primary key,
  name    text not null,
  role_id bigint references roles
);
create table if not exists audit_logs (
  id   bigint generated always as identity primary key,
  at   timestamptz not null default now(),
  what text not null
);
create table if not exists privacy_holds (
  id      bigint generated always as identity primary key,
  user_id bigint not null,
  reason  text not null
);
create table if not exists compliance_outbox (
  id      bigint generated always as identity primary key,
  user_id bigint not null,
  event   text not null,
  at      timestamptz not null default now()
);
