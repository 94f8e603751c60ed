-- What creations with an Idempotency-Key answered, so that a repeated one is answered the same. Kept for a day.
create table idempotency_keys (
  user_uid text not null,
  key text not null,
  fingerprint text not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (user_uid, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
