-- Other ways to sign in: an identity provider, and a second factor beside the password.
alter table users add column second_factor boolean not null default false;
alter table users add column third_party boolean not null default false;

-- One account at a provider is one user here.
create unique index auth_account_provider on auth_account ("providerId", "accountId");

-- `secret` is sealed with the server's own key; null `on_since`: not confirmed yet. `last_step`: the latest period whose
-- code was taken, so that none serves twice.
create table second_factors (
  user_id text primary key references auth_user (id) on delete cascade, secret text not null, on_since timestamptz,
  last_step bigint not null default 0
);
create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade, hash text not null, primary key (user_id, hash)
);
