alter table videos add column preflight jsonb;
