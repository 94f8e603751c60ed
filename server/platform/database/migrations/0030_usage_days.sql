-- What each company had used and bought by the end of a UTC day. Companies that are deleted since keep theirs.
create table usage_days (
  day date not null,
  company_uid text collate "C" not null,
  users_total bigint not null,
  users_purchased bigint not null,
  users_active bigint not null,
  users_max_active bigint not null,
  seconds_used bigint not null,
  seconds_purchased bigint not null,
  sessions bigint not null default 0,
  -- Of files; null until it is measured.
  bytes bigint,
  primary key (company_uid, day)
);
create index usage_days_day on usage_days (day);
