create table tokens (
  uid text collate "C" primary key,
  name text collate "C",
  access text collate "C",
  lifetime text collate "C",
  user_uid text collate "C",
  company_uid text collate "C",
  ending text collate "C",
  expires_at timestamptz,
  used_at timestamptz,
  secret_hash text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  expires_at_sort timestamptz generated always as (coalesce(expires_at, '-infinity'::timestamptz)) stored,
  used_at_sort timestamptz generated always as (coalesce(used_at, '-infinity'::timestamptz)) stored,
  keywords text[] not null default '{}'
);
alter table tokens add constraint tokens_user_uid_fkey foreign key (user_uid) references users (uid) on delete set null;
alter table tokens add constraint tokens_company_uid_fkey foreign key (company_uid) references companies (uid) on delete set null;
create index tokens_name_sort on tokens (name_sort, uid);
create index tokens_expires_at_sort on tokens (expires_at_sort, uid);
create index tokens_used_at_sort on tokens (used_at_sort, uid);
create index tokens_created_at on tokens (created_at, uid);
create index tokens_updated_at on tokens (updated_at, uid);
create index tokens_access_created_at on tokens (access, created_at, uid);
create index tokens_user_uid_created_at on tokens (user_uid, created_at, uid);
create index tokens_company_uid_created_at on tokens (company_uid, created_at, uid);
create index tokens_keywords on tokens using gin (keywords);
