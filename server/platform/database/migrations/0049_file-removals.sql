-- Stored files whose rows were deleted, until their bytes are: while a backup copies files, none is removed. A trigger remembers
-- them in the transaction that deletes the row, whichever it is.
create table file_removals (id text collate "C" primary key, deleted_at timestamptz not null default now());

create function remember_file_removals() returns trigger language plpgsql as $$
begin
  insert into file_removals (id) select id from removed on conflict (id) do nothing;
  return null;
end $$;

create trigger files_removed after delete on files referencing old table as removed
  for each statement execute function remember_file_removals();
