-- What definitions stand on: folding of text, exact counts, identity, uploads.

-- Lower case without accents; model/text.ts does the same.
create function fold(value text) returns text language sql immutable parallel safe strict as
$$ select lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')) $$;

-- Exact counts without count(*): each statement appends what it changed, by the counted columns of the table, in
-- its own transaction. A reader sums what it can see, so a count is as exact as the rows beside it, writers never
-- wait for each other, and a rollback takes its rows along. The server folds the rows together now and then.
create table counts (resource text collate "C" not null, dims text[] not null, n bigint not null);
create index counts_dims on counts (resource, (dims[1]), (dims[2]));

create function keep_count() returns trigger language plpgsql as $$
declare
  dims text := (select 'array[' || string_agg(quote_ident(c) || '::text', ',') || ']' from unnest(tg_argv) c);
  changed text := case tg_op
    when 'INSERT' then format('select %s d, 1 s from added', dims)
    when 'DELETE' then format('select %s d, -1 s from removed', dims)
    else format('select %1$s d, 1 s from added union all select %1$s, -1 from removed', dims)
  end;
begin
  execute format('insert into counts select %L, d, sum(s) from (%s) x group by d having sum(s) <> 0', tg_table_name, changed);
  return null;
end $$;

create function keep_counts(tab text, cols text[]) returns void language plpgsql as $$
declare args text := (select string_agg(quote_literal(c), ',') from unnest(cols) c);
begin
  execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function keep_count(%s)', tab || '_counted_insert', tab, args);
  execute format('create trigger %I after delete on %I referencing old table as removed for each statement execute function keep_count(%s)', tab || '_counted_delete', tab, args);
  execute format('create trigger %I after update on %I referencing old table as removed new table as added for each statement execute function keep_count(%s)', tab || '_counted_update', tab, args);
  execute format('insert into counts select %L, array[%s], count(*) from %I group by 2', tab, (select string_agg(quote_ident(c) || '::text', ',') from unnest(cols) c), tab);
end $$;

-- Identity, in the shape better-auth keeps; auth_user.id is the uid of the user.
create table auth_user (
  id text primary key, name text not null, email text not null unique, "emailVerified" boolean not null default false,
  image text, "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
);
create table auth_session (
  id text primary key, "userId" text not null references auth_user (id) on delete cascade, token text not null unique,
  "expiresAt" timestamptz not null, "ipAddress" text, "userAgent" text,
  "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
);
create index auth_session_user on auth_session ("userId");
create table auth_account (
  id text primary key, "userId" text not null references auth_user (id) on delete cascade, "accountId" text not null,
  "providerId" text not null, password text, "accessToken" text, "refreshToken" text, "idToken" text, scope text,
  "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz,
  "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
);
create index auth_account_user on auth_account ("userId");
create table auth_verification (
  id text primary key, identifier text not null, value text not null, "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
);

-- Failed sign-ins, by account and by address, for the limits on guessing.
create table sign_in_failures (key text not null, at timestamptz not null default now());
create index sign_in_failures_key on sign_in_failures (key, at);

-- Every stored file: first an upload of one user, then the file of one field of one record.
create table files (
  id text collate "C" primary key, user_uid text not null, label text not null, content_type text not null,
  size bigint, md5 text, owner text, field text, created_at timestamptz not null default now()
);
create index files_owner on files (owner);
create index files_temporary on files (created_at) where owner is null;
