-- How far the runs of a job got at most, as a share of the work.
alter table making add column reached double precision not null default 0;
