alter table versions add column access_groups_uids text[] not null default '{}';
alter table vectos add column access_groups_uids text[] not null default '{}';
create index versions_access_groups_uids on versions using gin (access_groups_uids);
create index vectos_access_groups_uids on vectos using gin (access_groups_uids);
