-- The object of the store that an upload was copied from, with its generation: the same form, sent again, makes no second copy.
alter table files add column source text collate "C";
