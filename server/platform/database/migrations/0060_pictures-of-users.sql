alter table users add column picture text collate "C";
alter table companies add column logo text collate "C";
