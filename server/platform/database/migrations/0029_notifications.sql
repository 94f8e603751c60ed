alter table users add column notify_vecto_completed text collate "C";
alter table users add column notify_vecto_failed text collate "C";
alter table users add column notify_video_completed text collate "C";
alter table users add column notify_video_failed text collate "C";
alter table users add column notify_invitation_accepted text collate "C";
alter table users add column notify_quota_low text collate "C";
create table notifications (
  uid text collate "C" primary key,
  title text collate "C",
  detail text collate "C",
  kind text collate "C",
  path text collate "C",
  read boolean not null default false,
  user_uid text collate "C",
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  keywords text[] not null default '{}'
);
alter table notifications add constraint notifications_user_uid_fkey foreign key (user_uid) references users (uid) on delete set null;
create index notifications_created_at on notifications (created_at, uid);
create index notifications_updated_at on notifications (updated_at, uid);
create index notifications_kind_created_at on notifications (kind, created_at, uid);
create index notifications_user_uid_created_at on notifications (user_uid, created_at, uid);
create index notifications_keywords on notifications using gin (keywords);
