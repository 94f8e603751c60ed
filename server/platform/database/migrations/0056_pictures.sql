alter table videos add column thumb_ref480 text collate "C";
alter table videos add column thumb_ref128 text collate "C";
alter table vectos add column sprite jsonb;
alter table vectos add column timeline jsonb;
alter table vectos add column thumb_ref480 text collate "C";
alter table vectos add column thumb_ref128 text collate "C";
-- Videos that are completed: the recovery of jobs sends those that the queue does not hold.
insert into making (subject, kind, job, company_uid, label)
  select 'videos/' || uid, 'make-pictures', gen_random_uuid(), company_uid, coalesce(name, '')
  from videos where status = 'completed' and low_file is not null
  on conflict (subject) do nothing;
insert into making (subject, kind, job, company_uid, label)
  select 'vectos/' || uid, 'make-pictures', gen_random_uuid(), company_uid, coalesce(name, '')
  from vectos where status = 'completed' and low_file is not null
  on conflict (subject) do nothing;
