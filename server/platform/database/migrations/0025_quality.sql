alter table videos add column preflight jsonb;
alter table vectos add column grade text collate "C";
alter table vectos add column measured double precision;
alter table vectos add column grade_cause text collate "C";
alter table vectos add column refunded boolean not null default false;
alter table vectos add column grade_sort text collate "C" generated always as (coalesce(grade, '')) stored;
create index vectos_grade_sort on vectos (grade_sort, uid) include (company_uid, status);
create index vectos_grade_created_at on vectos (grade, created_at, uid) include (company_uid, status);
