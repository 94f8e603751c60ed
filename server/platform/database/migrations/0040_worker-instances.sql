-- Which process a worker is: its name belongs to one that lives.
alter table workers add column instance text;
