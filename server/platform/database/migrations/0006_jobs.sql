-- What is being made of a record, one row each: which job of the queue, who works on it, when that was last heard of.
-- `token` names one attempt: an older one, whose worker was taken for lost, can no longer write.
create table making (
  subject text collate "C" primary key, kind text not null, job uuid not null, company_uid text, label text not null default '',
  token text, worker text, os text, attempts int not null default 0, errors int not null default 0, created_at timestamptz not null default now(),
  started_at timestamptz, beat_at timestamptz, progress jsonb
);
create index making_beat on making (beat_at) where token is not null;

-- Who is there to work, and what they lack.
create table workers (
  name text primary key, os text not null, missing text[] not null default '{}', places int not null, busy int not null default 0,
  started_at timestamptz not null default now(), beat_at timestamptz not null default now()
);

-- How long the engine takes: seconds of work and millions of pixels made, by mode; old work counts less and less.
create table engine_speeds (mode text primary key, seconds double precision not null, megapixels double precision not null);
