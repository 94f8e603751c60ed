-- Passkeys (WebAuthn): `credential` and `public_key` in base64url. `counter`: that of the device at its last use.
create table passkeys (
  uid text primary key,
  user_id text not null references auth_user (id) on delete cascade,
  credential text not null unique,
  public_key text not null,
  counter bigint not null default 0,
  transports jsonb not null default '[]',
  synced boolean not null,
  agent_name text,
  agent_platform text,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

alter table users add column passkeys boolean not null default false;
