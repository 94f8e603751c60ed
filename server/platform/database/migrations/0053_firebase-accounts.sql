-- What Firebase is told of each user: `done` follows `wanted`, one step at a time for each user.
create table firebase_accounts (
  user_uid text primary key,
  account_uid text,
  wanted bigint not null default 1,
  done bigint not null default 0,
  requested_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  leased_until timestamptz,
  attempts integer not null default 0,
  problem text,
  sealed_password text,
  onboarding_key text,
  sends_link boolean not null default false,
  ended_at timestamptz,
  revoked_at timestamptz
);
create index firebase_accounts_waiting on firebase_accounts (next_at) where done < wanted;
