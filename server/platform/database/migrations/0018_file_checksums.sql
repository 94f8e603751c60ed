create index videos_file_md5 on videos ((file ->> 'md5Hash'));
create index videos_insv1_md5 on videos ((insv1 ->> 'md5Hash'));
create index medias_file_md5 on medias ((file ->> 'md5Hash'));
