create table companies (
  uid text collate "C" primary key,
  name text collate "C",
  is_partner boolean not null default false,
  can_create_companies boolean not null default false,
  partner_uid text collate "C",
  allow_partner_access boolean not null default false,
  offline_privilege boolean not null default false,
  offline_duration bigint,
  auth_fqdn text collate "C",
  role text collate "C",
  users_total bigint not null default 0,
  users_purchased bigint not null default 0,
  users_active bigint not null default 0,
  users_max_active bigint not null default 0,
  seconds_used bigint not null default 0,
  seconds_purchased bigint not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  keywords text[] not null default '{}'
);
create table users (
  uid text collate "C" primary key,
  firstname text collate "C",
  lastname text collate "C",
  email text collate "C",
  role text collate "C",
  lang text collate "C",
  company_uid text collate "C",
  status text collate "C",
  is_active boolean not null default false,
  offline_enabled boolean not null default false,
  notifications boolean not null default false,
  last_login_at timestamptz,
  deleted_at timestamptz,
  deleted_by_uid text collate "C",
  invited_by_uid text collate "C",
  terms_agreement bigint,
  message_token text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  firstname_sort text collate "C" generated always as (coalesce(fold(firstname), '')) stored,
  lastname_sort text collate "C" generated always as (coalesce(fold(lastname), '')) stored,
  email_sort text collate "C" generated always as (coalesce(fold(email), '')) stored,
  role_sort text collate "C" generated always as (coalesce(role, '')) stored,
  status_sort text collate "C" generated always as (coalesce(status, '')) stored,
  last_login_at_sort timestamptz generated always as (coalesce(last_login_at, '-infinity'::timestamptz)) stored,
  deleted_at_sort timestamptz generated always as (coalesce(deleted_at, '-infinity'::timestamptz)) stored,
  keywords text[] not null default '{}'
);
create table medias (
  uid text collate "C" primary key,
  file jsonb,
  name text collate "C",
  company_uid text collate "C",
  special_usage text collate "C",
  tags text[] not null default '{}',
  content_type text collate "C",
  checksum text collate "C",
  size bigint not null default 0,
  created_by_uid text collate "C",
  versions bigint not null default 0,
  shares bigint not null default 0,
  status text collate "C",
  deletable_at timestamptz,
  thumb_ref256 text collate "C",
  thumb_ref128 text collate "C",
  filethumb text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  content_type_sort text collate "C" generated always as (coalesce(fold(content_type), '')) stored,
  status_sort text collate "C" generated always as (coalesce(status, '')) stored,
  keywords text[] not null default '{}'
);
create table events (
  uid text collate "C" primary key,
  event text collate "C",
  type text collate "C",
  object text collate "C",
  user_uid text collate "C",
  company_uid text collate "C",
  args jsonb,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table companies add constraint companies_partner_uid_fkey foreign key (partner_uid) references companies (uid);
alter table users add constraint users_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table users add constraint users_deleted_by_uid_fkey foreign key (deleted_by_uid) references users (uid);
alter table users add constraint users_invited_by_uid_fkey foreign key (invited_by_uid) references users (uid);
alter table medias add constraint medias_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table medias add constraint medias_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table events add constraint events_user_uid_fkey foreign key (user_uid) references users (uid);
alter table events add constraint events_company_uid_fkey foreign key (company_uid) references companies (uid) on delete set null;
create index companies_name_sort on companies (name_sort, uid);
create index companies_allow_partner_access on companies (allow_partner_access, uid);
create index companies_users_total on companies (users_total, uid);
create index companies_users_purchased on companies (users_purchased, uid);
create index companies_users_active on companies (users_active, uid);
create index companies_users_max_active on companies (users_max_active, uid);
create index companies_seconds_used on companies (seconds_used, uid);
create index companies_seconds_purchased on companies (seconds_purchased, uid);
create index companies_created_at on companies (created_at, uid);
create index companies_updated_at on companies (updated_at, uid);
create index companies_partner_uid_created_at on companies (partner_uid, created_at, uid);
create index companies_keywords on companies using gin (keywords);
create index users_firstname_sort on users (firstname_sort, uid) include (company_uid, status);
create index users_lastname_sort on users (lastname_sort, uid) include (company_uid, status);
create index users_email_sort on users (email_sort, uid) include (company_uid, status);
create index users_role_sort on users (role_sort, uid) include (company_uid, status);
create index users_status_sort on users (status_sort, uid) include (company_uid, status);
create index users_last_login_at_sort on users (last_login_at_sort, uid) include (company_uid, status);
create index users_deleted_at_sort on users (deleted_at_sort, uid) include (company_uid, status);
create index users_created_at on users (created_at, uid) include (company_uid, status);
create index users_updated_at on users (updated_at, uid) include (company_uid, status);
create index users_role_email_sort on users (role, email_sort, uid) include (company_uid, status);
create index users_lang_email_sort on users (lang, email_sort, uid) include (company_uid, status);
create index users_company_uid_email_sort on users (company_uid, email_sort, uid) include (status);
create index users_status_email_sort on users (status, email_sort, uid) include (company_uid);
create index users_deleted_by_uid_email_sort on users (deleted_by_uid, email_sort, uid) include (company_uid, status);
create index users_invited_by_uid_email_sort on users (invited_by_uid, email_sort, uid) include (company_uid, status);
create index users_company_uid_status_email_sort on users (company_uid, status, email_sort, uid);
create index users_keywords on users using gin (keywords);
create index medias_name_sort on medias (name_sort, uid) include (company_uid, status);
create index medias_content_type_sort on medias (content_type_sort, uid) include (company_uid, status);
create index medias_size on medias (size, uid) include (company_uid, status);
create index medias_versions on medias (versions, uid) include (company_uid, status);
create index medias_shares on medias (shares, uid) include (company_uid, status);
create index medias_status_sort on medias (status_sort, uid) include (company_uid, status);
create index medias_created_at on medias (created_at, uid) include (company_uid, status);
create index medias_updated_at on medias (updated_at, uid) include (company_uid, status);
create index medias_company_uid_created_at on medias (company_uid, created_at, uid) include (status);
create index medias_special_usage_created_at on medias (special_usage, created_at, uid) include (company_uid, status);
create index medias_content_type_created_at on medias (content_type, created_at, uid) include (company_uid, status);
create index medias_created_by_uid_created_at on medias (created_by_uid, created_at, uid) include (company_uid, status);
create index medias_status_created_at on medias (status, created_at, uid) include (company_uid);
create index medias_company_uid_status_created_at on medias (company_uid, status, created_at, uid);
create index medias_tags on medias using gin (tags);
create index medias_keywords on medias using gin (keywords);
create index events_created_at on events (created_at, uid) include (company_uid, type);
create index events_updated_at on events (updated_at, uid) include (company_uid, type);
create index events_event_created_at on events (event, created_at, uid) include (company_uid, type);
create index events_type_created_at on events (type, created_at, uid) include (company_uid);
create index events_object_created_at on events (object, created_at, uid) include (company_uid, type);
create index events_user_uid_created_at on events (user_uid, created_at, uid) include (company_uid, type);
create index events_company_uid_created_at on events (company_uid, created_at, uid) include (type);
create index events_company_uid_type_created_at on events (company_uid, type, created_at, uid);
select keep_counts('users', '{company_uid,status}');
select keep_counts('medias', '{company_uid,status}');
select keep_counts('events', '{company_uid,type}');
