create table groups (
  uid text collate "C" primary key,
  name text collate "C",
  company_uid text collate "C",
  members_uids text[] not null default '{}',
  comment text,
  created_by_uid text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  keywords text[] not null default '{}'
);
create table purchases (
  uid text collate "C" primary key,
  type text collate "C",
  quantity bigint,
  company_uid text collate "C",
  comment text,
  created_by_uid text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  type_sort text collate "C" generated always as (coalesce(type, '')) stored,
  quantity_sort bigint generated always as (coalesce(quantity, -9223372036854775808)) stored
);
create table guests (
  uid text collate "C" primary key,
  guest_email text collate "C",
  guest_label text collate "C",
  group_uid text collate "C",
  company_uid text collate "C",
  user_uid text collate "C",
  created_by_uid text collate "C",
  status text collate "C",
  accepted_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  guest_email_sort text collate "C" generated always as (coalesce(fold(guest_email), '')) stored,
  guest_label_sort text collate "C" generated always as (coalesce(fold(guest_label), '')) stored,
  status_sort text collate "C" generated always as (coalesce(status, '')) stored,
  accepted_at_sort timestamptz generated always as (coalesce(accepted_at, '-infinity'::timestamptz)) stored,
  keywords text[] not null default '{}'
);
create table sessions (
  uid text collate "C" primary key,
  user_uid text collate "C",
  company_uid text collate "C",
  ended_at timestamptz,
  duration bigint,
  offline_requested boolean not null default false,
  offline_granted boolean not null default false,
  agent_name text collate "C",
  agent_platform text collate "C",
  env_operating_system text collate "C",
  env_unity_version text collate "C",
  env_build_version text collate "C",
  env_device_model text collate "C",
  env_system_mem_size bigint,
  city text collate "C",
  country text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  ended_at_sort timestamptz generated always as (coalesce(ended_at, '-infinity'::timestamptz)) stored,
  duration_sort bigint generated always as (coalesce(duration, -9223372036854775808)) stored
);
create table environments (
  uid text collate "C" primary key,
  name text collate "C",
  company_uid text collate "C",
  created_by_uid text collate "C",
  versions bigint not null default 0,
  latest_version_at timestamptz,
  status text collate "C",
  deletable_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  latest_version_at_sort timestamptz generated always as (coalesce(latest_version_at, '-infinity'::timestamptz)) stored,
  status_sort text collate "C" generated always as (coalesce(status, '')) stored,
  keywords text[] not null default '{}'
);
create table versions (
  uid text collate "C" primary key,
  environment_uid text collate "C",
  revision bigint,
  company_uid text collate "C",
  created_by_uid text collate "C",
  size bigint not null default 0,
  status text collate "C",
  access_list_uids text[] not null default '{}',
  file jsonb,
  deletable_at timestamptz,
  tree jsonb,
  log jsonb,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  revision_sort bigint generated always as (coalesce(revision, -9223372036854775808)) stored,
  status_sort text collate "C" generated always as (coalesce(status, '')) stored
);
create table videos (
  uid text collate "C" primary key,
  name text collate "C",
  company_uid text collate "C",
  file jsonb,
  width bigint,
  height bigint,
  duration double precision,
  size bigint not null default 0,
  pending boolean not null default false,
  low_file jsonb,
  insv1 jsonb,
  insv2 jsonb,
  delete_insv boolean not null default false,
  created_by_uid text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  width_sort bigint generated always as (coalesce(width, -9223372036854775808)) stored,
  duration_sort double precision generated always as (coalesce(duration, '-infinity'::float8)) stored,
  keywords text[] not null default '{}'
);
create table vectos (
  uid text collate "C" primary key,
  name text collate "C",
  mode text collate "C",
  video_uid text collate "C",
  company_uid text collate "C",
  framerate bigint,
  offset_start double precision,
  offset_end double precision,
  duration double precision,
  default_access_list_uids text[] not null default '{}',
  access_list_uids text[] not null default '{}',
  status text collate "C",
  reason text,
  reason_code text collate "C",
  files_data jsonb,
  version text collate "C",
  revision bigint,
  course text collate "C",
  special_usage text collate "C",
  engine jsonb,
  events jsonb,
  created_by_uid text collate "C",
  log jsonb,
  newname text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  duration_sort double precision generated always as (coalesce(duration, '-infinity'::float8)) stored,
  status_sort text collate "C" generated always as (coalesce(status, '')) stored,
  keywords text[] not null default '{}'
);
create table shares (
  uid text collate "C" primary key,
  environment_uid text collate "C",
  version_uid text collate "C",
  created_by_uid text collate "C",
  media_uid text collate "C",
  vecto_uid text collate "C",
  company_uid text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
create table downloads (
  uid text collate "C" primary key,
  name text collate "C",
  version text collate "C",
  notes jsonb,
  file jsonb,
  lang text collate "C",
  accessible boolean not null default false,
  download_count bigint not null default 0,
  download_last timestamptz,
  status text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  version_sort text collate "C" generated always as (coalesce(fold(version), '')) stored,
  lang_sort text collate "C" generated always as (coalesce(lang, '')) stored,
  download_last_sort timestamptz generated always as (coalesce(download_last, '-infinity'::timestamptz)) stored,
  status_sort text collate "C" generated always as (coalesce(status, '')) stored,
  keywords text[] not null default '{}'
);
create table templates (
  uid text collate "C" primary key,
  name text collate "C",
  type text collate "C",
  action text collate "C",
  active boolean not null default false,
  subject jsonb,
  content jsonb,
  created_by_uid text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  action_sort text collate "C" generated always as (coalesce(action, '')) stored,
  keywords text[] not null default '{}'
);
alter table companies add column seconds_deleted bigint not null default 0;
alter table groups add constraint groups_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table groups add constraint groups_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table purchases add constraint purchases_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table purchases add constraint purchases_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table guests add constraint guests_group_uid_fkey foreign key (group_uid) references groups (uid);
alter table guests add constraint guests_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table guests add constraint guests_user_uid_fkey foreign key (user_uid) references users (uid) on delete set null;
alter table guests add constraint guests_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table sessions add constraint sessions_user_uid_fkey foreign key (user_uid) references users (uid);
alter table sessions add constraint sessions_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table environments add constraint environments_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table environments add constraint environments_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table versions add constraint versions_environment_uid_fkey foreign key (environment_uid) references environments (uid);
alter table versions add constraint versions_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table versions add constraint versions_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table videos add constraint videos_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table videos add constraint videos_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table vectos add constraint vectos_video_uid_fkey foreign key (video_uid) references videos (uid);
alter table vectos add constraint vectos_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table vectos add constraint vectos_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table shares add constraint shares_environment_uid_fkey foreign key (environment_uid) references environments (uid);
alter table shares add constraint shares_version_uid_fkey foreign key (version_uid) references versions (uid);
alter table shares add constraint shares_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
alter table shares add constraint shares_media_uid_fkey foreign key (media_uid) references medias (uid) on delete set null;
alter table shares add constraint shares_vecto_uid_fkey foreign key (vecto_uid) references vectos (uid) on delete set null;
alter table shares add constraint shares_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table templates add constraint templates_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
create index groups_name_sort on groups (name_sort, uid);
create index groups_created_at on groups (created_at, uid);
create index groups_updated_at on groups (updated_at, uid);
create index groups_company_uid_created_at on groups (company_uid, created_at, uid);
create index groups_created_by_uid_created_at on groups (created_by_uid, created_at, uid);
create index groups_members_uids on groups using gin (members_uids);
create index groups_keywords on groups using gin (keywords);
create index purchases_type_sort on purchases (type_sort, uid);
create index purchases_quantity_sort on purchases (quantity_sort, uid);
create index purchases_created_at on purchases (created_at, uid);
create index purchases_updated_at on purchases (updated_at, uid);
create index purchases_type_created_at on purchases (type, created_at, uid);
create index purchases_company_uid_created_at on purchases (company_uid, created_at, uid);
create index purchases_created_by_uid_created_at on purchases (created_by_uid, created_at, uid);
create index guests_guest_email_sort on guests (guest_email_sort, uid);
create index guests_guest_label_sort on guests (guest_label_sort, uid);
create index guests_status_sort on guests (status_sort, uid);
create index guests_accepted_at_sort on guests (accepted_at_sort, uid);
create index guests_created_at on guests (created_at, uid);
create index guests_updated_at on guests (updated_at, uid);
create index guests_group_uid_created_at on guests (group_uid, created_at, uid);
create index guests_company_uid_created_at on guests (company_uid, created_at, uid);
create index guests_user_uid_created_at on guests (user_uid, created_at, uid);
create index guests_created_by_uid_created_at on guests (created_by_uid, created_at, uid);
create index guests_status_created_at on guests (status, created_at, uid);
create index guests_keywords on guests using gin (keywords);
create index sessions_ended_at_sort on sessions (ended_at_sort, uid) include (company_uid);
create index sessions_duration_sort on sessions (duration_sort, uid) include (company_uid);
create index sessions_created_at on sessions (created_at, uid) include (company_uid);
create index sessions_updated_at on sessions (updated_at, uid) include (company_uid);
create index sessions_user_uid_created_at on sessions (user_uid, created_at, uid) include (company_uid);
create index sessions_company_uid_created_at on sessions (company_uid, created_at, uid);
create index sessions_agent_name_created_at on sessions (agent_name, created_at, uid) include (company_uid);
create index sessions_agent_platform_created_at on sessions (agent_platform, created_at, uid) include (company_uid);
create index sessions_country_created_at on sessions (country, created_at, uid) include (company_uid);
create index environments_name_sort on environments (name_sort, uid) include (company_uid, status);
create index environments_versions on environments (versions, uid) include (company_uid, status);
create index environments_latest_version_at_sort on environments (latest_version_at_sort, uid) include (company_uid, status);
create index environments_status_sort on environments (status_sort, uid) include (company_uid, status);
create index environments_created_at on environments (created_at, uid) include (company_uid, status);
create index environments_updated_at on environments (updated_at, uid) include (company_uid, status);
create index environments_company_uid_latest_version_at_sort on environments (company_uid, latest_version_at_sort, uid) include (status);
create index environments_created_by_uid_latest_version_at_sort on environments (created_by_uid, latest_version_at_sort, uid) include (company_uid, status);
create index environments_status_latest_version_at_sort on environments (status, latest_version_at_sort, uid) include (company_uid);
create index environments_company_uid_status_latest_version_at_sort on environments (company_uid, status, latest_version_at_sort, uid);
create index environments_keywords on environments using gin (keywords);
create index versions_revision_sort on versions (revision_sort, uid);
create index versions_size on versions (size, uid);
create index versions_status_sort on versions (status_sort, uid);
create index versions_created_at on versions (created_at, uid);
create index versions_updated_at on versions (updated_at, uid);
create index versions_environment_uid_created_at on versions (environment_uid, created_at, uid);
create index versions_company_uid_created_at on versions (company_uid, created_at, uid);
create index versions_created_by_uid_created_at on versions (created_by_uid, created_at, uid);
create index versions_status_created_at on versions (status, created_at, uid);
create index videos_name_sort on videos (name_sort, uid) include (company_uid, pending);
create index videos_width_sort on videos (width_sort, uid) include (company_uid, pending);
create index videos_duration_sort on videos (duration_sort, uid) include (company_uid, pending);
create index videos_size on videos (size, uid) include (company_uid, pending);
create index videos_created_at on videos (created_at, uid) include (company_uid, pending);
create index videos_updated_at on videos (updated_at, uid) include (company_uid, pending);
create index videos_company_uid_created_at on videos (company_uid, created_at, uid) include (pending);
create index videos_created_by_uid_created_at on videos (created_by_uid, created_at, uid) include (company_uid, pending);
create index videos_company_uid_pending_created_at on videos (company_uid, pending, created_at, uid);
create index videos_keywords on videos using gin (keywords);
create index vectos_name_sort on vectos (name_sort, uid) include (company_uid, status);
create index vectos_duration_sort on vectos (duration_sort, uid) include (company_uid, status);
create index vectos_status_sort on vectos (status_sort, uid) include (company_uid, status);
create index vectos_created_at on vectos (created_at, uid) include (company_uid, status);
create index vectos_updated_at on vectos (updated_at, uid) include (company_uid, status);
create index vectos_mode_created_at on vectos (mode, created_at, uid) include (company_uid, status);
create index vectos_video_uid_created_at on vectos (video_uid, created_at, uid) include (company_uid, status);
create index vectos_company_uid_created_at on vectos (company_uid, created_at, uid) include (status);
create index vectos_status_created_at on vectos (status, created_at, uid) include (company_uid);
create index vectos_created_by_uid_created_at on vectos (created_by_uid, created_at, uid) include (company_uid, status);
create index vectos_company_uid_status_created_at on vectos (company_uid, status, created_at, uid);
create index vectos_keywords on vectos using gin (keywords);
create index shares_created_at on shares (created_at, uid);
create index shares_updated_at on shares (updated_at, uid);
create index shares_environment_uid_created_at on shares (environment_uid, created_at, uid);
create index shares_version_uid_created_at on shares (version_uid, created_at, uid);
create index shares_created_by_uid_created_at on shares (created_by_uid, created_at, uid);
create index shares_media_uid_created_at on shares (media_uid, created_at, uid);
create index shares_vecto_uid_created_at on shares (vecto_uid, created_at, uid);
create index shares_company_uid_created_at on shares (company_uid, created_at, uid);
create index downloads_name_sort on downloads (name_sort, uid);
create index downloads_version_sort on downloads (version_sort, uid);
create index downloads_lang_sort on downloads (lang_sort, uid);
create index downloads_accessible on downloads (accessible, uid);
create index downloads_download_count on downloads (download_count, uid);
create index downloads_download_last_sort on downloads (download_last_sort, uid);
create index downloads_status_sort on downloads (status_sort, uid);
create index downloads_created_at on downloads (created_at, uid);
create index downloads_updated_at on downloads (updated_at, uid);
create index downloads_version_created_at on downloads (version, created_at, uid);
create index downloads_lang_created_at on downloads (lang, created_at, uid);
create index downloads_status_created_at on downloads (status, created_at, uid);
create index downloads_keywords on downloads using gin (keywords);
create index templates_name_sort on templates (name_sort, uid);
create index templates_action_sort on templates (action_sort, uid);
create index templates_active on templates (active, uid);
create index templates_created_at on templates (created_at, uid);
create index templates_updated_at on templates (updated_at, uid);
create index templates_type_created_at on templates (type, created_at, uid);
create index templates_action_created_at on templates (action, created_at, uid);
create index templates_created_by_uid_created_at on templates (created_by_uid, created_at, uid);
create index templates_keywords on templates using gin (keywords);
select keep_counts('sessions', '{company_uid}');
select keep_counts('environments', '{company_uid,status}');
select keep_counts('videos', '{company_uid,pending}');
select keep_counts('vectos', '{company_uid,status}');
