create table trash (
  uid text collate "C" primary key,
  label text collate "C",
  type text collate "C",
  object text collate "C",
  company_uid text collate "C",
  by_uid text collate "C",
  purge_at timestamptz,
  content jsonb,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  label_sort text collate "C" generated always as (coalesce(fold(label), '')) stored,
  type_sort text collate "C" generated always as (coalesce(type, '')) stored,
  purge_at_sort timestamptz generated always as (coalesce(purge_at, '-infinity'::timestamptz)) stored,
  keywords text[] not null default '{}'
);
alter table trash add constraint trash_company_uid_fkey foreign key (company_uid) references companies (uid) on delete set null;
alter table trash add constraint trash_by_uid_fkey foreign key (by_uid) references users (uid);
create index trash_label_sort on trash (label_sort, uid);
create index trash_type_sort on trash (type_sort, uid);
create index trash_purge_at_sort on trash (purge_at_sort, uid);
create index trash_created_at on trash (created_at, uid);
create index trash_updated_at on trash (updated_at, uid);
create index trash_type_created_at on trash (type, created_at, uid);
create index trash_company_uid_created_at on trash (company_uid, created_at, uid);
create index trash_by_uid_created_at on trash (by_uid, created_at, uid);
create index trash_keywords on trash using gin (keywords);
