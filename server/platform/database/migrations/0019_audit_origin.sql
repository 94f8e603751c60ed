alter table events add column label text collate "C";
alter table events add column address text collate "C";
alter table events add column agent text collate "C";
alter table events add column trace text collate "C";
