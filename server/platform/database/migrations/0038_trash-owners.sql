alter table trash add column user_uid text collate "C";
alter table trash add constraint trash_user_uid_fkey foreign key (user_uid) references users (uid) on delete set null;
create index trash_user_uid_created_at on trash (user_uid, created_at, uid);
