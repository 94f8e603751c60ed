alter table notifications add column caused_by text collate "C";
