alter table videos add column camera_checksum text collate "C";
update videos set camera_checksum = insv1 ->> 'md5Hash' where insv1 is not null;
create index videos_camera_checksum_created_at on videos (camera_checksum, created_at, uid) include (company_uid, pending);
