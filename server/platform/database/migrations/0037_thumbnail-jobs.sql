-- Medias that wait for thumbnails: the recovery of jobs sends those that the queue does not hold.
insert into making (subject, kind, job, company_uid, label)
  select 'medias/' || uid, 'make-thumbnails', gen_random_uuid(), company_uid, coalesce(name, '')
  from medias where status = 'pending' and file is not null
  on conflict (subject) do nothing;
