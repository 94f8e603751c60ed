alter table videos add column shape text collate "C";
alter table videos add column sound text collate "C";
