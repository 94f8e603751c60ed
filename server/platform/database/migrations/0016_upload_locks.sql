-- Who writes an upload at the moment, among all servers. Not logged: after a crash nobody does.
create unlogged table upload_locks (
  id text primary key,
  holder text not null,
  until timestamptz not null,
  wanted boolean not null default false
);
