create unique index concurrently if not exists files_source on files (source) where source is not null;
