alter table videos add column auto_vecto jsonb;
