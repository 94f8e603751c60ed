-- When each scheduled task last began, on whichever server.
create table task_runs (name text primary key, began_at timestamptz not null);
