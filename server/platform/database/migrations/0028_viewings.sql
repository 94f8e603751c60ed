create table viewings (
  uid text collate "C" primary key,
  person_uid text collate "C",
  name text collate "C",
  by_uid text collate "C",
  company_uid text collate "C",
  expires_at timestamptz,
  ended_at timestamptz,
  opened_by text collate "C",
  secret_hash text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at_sort timestamptz generated always as (coalesce(expires_at, '-infinity'::timestamptz)) stored,
  ended_at_sort timestamptz generated always as (coalesce(ended_at, '-infinity'::timestamptz)) stored
);
alter table viewings add constraint viewings_person_uid_fkey foreign key (person_uid) references users (uid) on delete set null;
alter table viewings add constraint viewings_by_uid_fkey foreign key (by_uid) references users (uid) on delete set null;
alter table viewings add constraint viewings_company_uid_fkey foreign key (company_uid) references companies (uid) on delete set null;
create index viewings_expires_at_sort on viewings (expires_at_sort, uid);
create index viewings_ended_at_sort on viewings (ended_at_sort, uid);
create index viewings_created_at on viewings (created_at, uid);
create index viewings_updated_at on viewings (updated_at, uid);
create index viewings_person_uid_created_at on viewings (person_uid, created_at, uid);
create index viewings_by_uid_created_at on viewings (by_uid, created_at, uid);
create index viewings_company_uid_created_at on viewings (company_uid, created_at, uid);
