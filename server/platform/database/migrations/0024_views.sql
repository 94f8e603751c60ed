create table views (
  uid text collate "C" primary key,
  name text collate "C",
  list text collate "C",
  tab text collate "C",
  query text collate "C",
  shared boolean not null default false,
  is_default boolean not null default false,
  created_by_uid text collate "C",
  company_uid text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored
);
alter table views add constraint views_created_by_uid_fkey foreign key (created_by_uid) references users (uid) on delete set null;
alter table views add constraint views_company_uid_fkey foreign key (company_uid) references companies (uid) on delete set null;
create index views_name_sort on views (name_sort, uid);
create index views_created_at on views (created_at, uid);
create index views_updated_at on views (updated_at, uid);
create index views_list_name_sort on views (list, name_sort, uid);
create index views_created_by_uid_name_sort on views (created_by_uid, name_sort, uid);
create index views_company_uid_name_sort on views (company_uid, name_sort, uid);
