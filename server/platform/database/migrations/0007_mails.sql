create table mails (
  uid text collate "C" primary key,
  email text collate "C",
  action text collate "C",
  subject text collate "C",
  lang text collate "C",
  status text collate "C",
  attempts bigint not null default 0,
  reason text,
  reason_code text collate "C",
  user_uid text collate "C",
  company_uid text collate "C",
  tried_at timestamptz,
  sent_at timestamptz,
  next_at timestamptz,
  message jsonb,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  email_sort text collate "C" generated always as (coalesce(fold(email), '')) stored,
  tried_at_sort timestamptz generated always as (coalesce(tried_at, '-infinity'::timestamptz)) stored,
  sent_at_sort timestamptz generated always as (coalesce(sent_at, '-infinity'::timestamptz)) stored,
  next_at_sort timestamptz generated always as (coalesce(next_at, '-infinity'::timestamptz)) stored,
  keywords text[] not null default '{}'
);
alter table mails add constraint mails_user_uid_fkey foreign key (user_uid) references users (uid) on delete set null;
alter table mails add constraint mails_company_uid_fkey foreign key (company_uid) references companies (uid) on delete set null;
create index mails_email_sort on mails (email_sort, uid) include (status);
create index mails_tried_at_sort on mails (tried_at_sort, uid) include (status);
create index mails_sent_at_sort on mails (sent_at_sort, uid) include (status);
create index mails_next_at_sort on mails (next_at_sort, uid) include (status);
create index mails_created_at on mails (created_at, uid) include (status);
create index mails_updated_at on mails (updated_at, uid) include (status);
create index mails_action_created_at on mails (action, created_at, uid) include (status);
create index mails_status_created_at on mails (status, created_at, uid);
create index mails_user_uid_created_at on mails (user_uid, created_at, uid) include (status);
create index mails_company_uid_created_at on mails (company_uid, created_at, uid) include (status);
create index mails_keywords on mails using gin (keywords);
select keep_counts('mails', '{status}');
