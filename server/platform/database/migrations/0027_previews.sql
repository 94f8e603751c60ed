alter table videos add column preview jsonb;
alter table videos add column preview_file jsonb;
