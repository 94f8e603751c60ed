alter table medias add column thumb_problem text collate "C";
