create table public_links (
  uid text collate "C" primary key,
  name text collate "C",
  vecto_uid text collate "C",
  company_uid text collate "C",
  status text collate "C",
  expires_at timestamptz,
  has_password boolean not null default false,
  domains text[] not null default '{}',
  views bigint not null default 0,
  seconds double precision,
  created_by_uid text collate "C",
  secret_hash text collate "C",
  password_hash text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  expires_at_sort timestamptz generated always as (coalesce(expires_at, '-infinity'::timestamptz)) stored,
  keywords text[] not null default '{}'
);
alter table public_links add constraint public_links_vecto_uid_fkey foreign key (vecto_uid) references vectos (uid);
alter table public_links add constraint public_links_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table public_links add constraint public_links_created_by_uid_fkey foreign key (created_by_uid) references users (uid);
create index public_links_name_sort on public_links (name_sort, uid);
create index public_links_expires_at_sort on public_links (expires_at_sort, uid);
create index public_links_views on public_links (views, uid);
create index public_links_created_at on public_links (created_at, uid);
create index public_links_updated_at on public_links (updated_at, uid);
create index public_links_vecto_uid_created_at on public_links (vecto_uid, created_at, uid);
create index public_links_company_uid_created_at on public_links (company_uid, created_at, uid);
create index public_links_status_created_at on public_links (status, created_at, uid);
create index public_links_created_by_uid_created_at on public_links (created_by_uid, created_at, uid);
create index public_links_keywords on public_links using gin (keywords);
-- Views and watch time of a 3D video on a UTC day, through public links and in the panel.
create table playback_days (
  vecto_uid text collate "C" not null references vectos (uid) on delete cascade,
  day date not null,
  views bigint not null,
  seconds double precision not null,
  primary key (vecto_uid, day)
);
create index playback_days_day on playback_days (day);
-- Views under way, by a hash of their random id: nothing about the viewer. They are forgotten after a day.
create table playbacks (
  id_hash text collate "C" primary key,
  vecto_uid text collate "C" not null references vectos (uid) on delete cascade,
  link_uid text collate "C" references public_links (uid) on delete cascade,
  begun_at timestamptz not null default now(),
  beat_at timestamptz not null default now()
);
create index playbacks_begun_at on playbacks (begun_at);
create index playbacks_vecto_uid on playbacks (vecto_uid);
create index playbacks_link_uid on playbacks (link_uid);
