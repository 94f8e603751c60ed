-- While a backup copies stored files, none is removed; a hold that is not renewed ends by itself.
create table backup_holds (id text primary key, until timestamptz not null);
