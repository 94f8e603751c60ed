-- Attempts by what they count against, as rate-limiter-flexible keeps them: `expire` in milliseconds since 1970.
create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
drop table sign_in_failures;

-- One company a domain: of several the first keeps it, since none of them could be signed in to by it.
update companies set auth_fqdn = null where uid in (
  select uid from (select uid, row_number() over (partition by lower(trim(auth_fqdn)) order by created_at, uid) as nth
    from companies where trim(auth_fqdn) <> '') each where nth > 1);
create unique index companies_auth_fqdn_unique on companies (lower(trim(auth_fqdn))) where trim(auth_fqdn) <> '';

-- Users are counted by role too: whom one may not see is not counted for them.
drop trigger users_counted_insert on users;
drop trigger users_counted_delete on users;
drop trigger users_counted_update on users;
delete from counts where resource = 'users';
select keep_counts('users', '{company_uid,status,role}');
drop index users_firstname_sort, users_lastname_sort, users_email_sort, users_role_sort, users_status_sort,
  users_last_login_at_sort, users_deleted_at_sort, users_created_at, users_updated_at, users_role_email_sort,
  users_lang_email_sort, users_company_uid_email_sort, users_status_email_sort, users_deleted_by_uid_email_sort,
  users_invited_by_uid_email_sort, users_company_uid_status_email_sort;
create index users_firstname_sort on users (firstname_sort, uid) include (company_uid, status, role);
create index users_lastname_sort on users (lastname_sort, uid) include (company_uid, status, role);
create index users_email_sort on users (email_sort, uid) include (company_uid, status, role);
create index users_role_sort on users (role_sort, uid) include (company_uid, status, role);
create index users_status_sort on users (status_sort, uid) include (company_uid, status, role);
create index users_last_login_at_sort on users (last_login_at_sort, uid) include (company_uid, status, role);
create index users_deleted_at_sort on users (deleted_at_sort, uid) include (company_uid, status, role);
create index users_created_at on users (created_at, uid) include (company_uid, status, role);
create index users_updated_at on users (updated_at, uid) include (company_uid, status, role);
create index users_role_email_sort on users (role, email_sort, uid) include (company_uid, status);
create index users_lang_email_sort on users (lang, email_sort, uid) include (company_uid, status, role);
create index users_company_uid_email_sort on users (company_uid, email_sort, uid) include (status, role);
create index users_status_email_sort on users (status, email_sort, uid) include (company_uid, role);
create index users_deleted_by_uid_email_sort on users (deleted_by_uid, email_sort, uid) include (company_uid, status, role);
create index users_invited_by_uid_email_sort on users (invited_by_uid, email_sort, uid) include (company_uid, status, role);
create index users_company_uid_status_role_email_sort on users (company_uid, status, role, email_sort, uid);

create table security_events (
  uid text collate "C" primary key,
  event text collate "C",
  user_uid text collate "C",
  by_uid text collate "C",
  company_uid text collate "C",
  address text collate "C",
  details jsonb,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  event_sort text collate "C" generated always as (coalesce(event, '')) stored
);
alter table security_events add constraint security_events_user_uid_fkey foreign key (user_uid) references users (uid) on delete set null;
alter table security_events add constraint security_events_by_uid_fkey foreign key (by_uid) references users (uid) on delete set null;
alter table security_events add constraint security_events_company_uid_fkey foreign key (company_uid) references companies (uid) on delete set null;
create index security_events_event_sort on security_events (event_sort, uid) include (event);
create index security_events_created_at on security_events (created_at, uid) include (event);
create index security_events_updated_at on security_events (updated_at, uid) include (event);
create index security_events_event_created_at on security_events (event, created_at, uid);
create index security_events_user_uid_created_at on security_events (user_uid, created_at, uid) include (event);
create index security_events_by_uid_created_at on security_events (by_uid, created_at, uid) include (event);
create index security_events_company_uid_created_at on security_events (company_uid, created_at, uid) include (event);
create index security_events_address_created_at on security_events (address, created_at, uid) include (event);
select keep_counts('security_events', '{event}');
