create table webhooks (
  uid text collate "C" primary key,
  name text collate "C",
  url text collate "C",
  company_uid text collate "C",
  active boolean not null default false,
  on_vecto_completed boolean not null default false,
  on_vecto_failed boolean not null default false,
  on_video_completed boolean not null default false,
  on_video_failed boolean not null default false,
  on_quota_low boolean not null default false,
  sealed_secret text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  name_sort text collate "C" generated always as (coalesce(fold(name), '')) stored,
  keywords text[] not null default '{}'
);
create table deliveries (
  uid text collate "C" primary key,
  webhook_uid text collate "C",
  company_uid text collate "C",
  type text collate "C",
  status text collate "C",
  attempts bigint not null default 0,
  answer bigint,
  reason text,
  payload jsonb,
  tried_at timestamptz,
  next_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  next_at_sort timestamptz generated always as (coalesce(next_at, '-infinity'::timestamptz)) stored
);
alter table webhooks add constraint webhooks_company_uid_fkey foreign key (company_uid) references companies (uid);
alter table deliveries add constraint deliveries_webhook_uid_fkey foreign key (webhook_uid) references webhooks (uid);
alter table deliveries add constraint deliveries_company_uid_fkey foreign key (company_uid) references companies (uid) on delete set null;
create index webhooks_name_sort on webhooks (name_sort, uid);
create index webhooks_created_at on webhooks (created_at, uid);
create index webhooks_updated_at on webhooks (updated_at, uid);
create index webhooks_company_uid_created_at on webhooks (company_uid, created_at, uid);
create index webhooks_keywords on webhooks using gin (keywords);
create index deliveries_next_at_sort on deliveries (next_at_sort, uid) include (status);
create index deliveries_created_at on deliveries (created_at, uid) include (status);
create index deliveries_updated_at on deliveries (updated_at, uid) include (status);
create index deliveries_webhook_uid_created_at on deliveries (webhook_uid, created_at, uid) include (status);
create index deliveries_company_uid_created_at on deliveries (company_uid, created_at, uid) include (status);
create index deliveries_status_created_at on deliveries (status, created_at, uid);
select keep_counts('deliveries', '{status}');
