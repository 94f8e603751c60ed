-- The segments of a long 3D video, each made by a job of its own. Their files are removed once it is complete.
create table segments (
  vecto_uid text collate "C" not null references vectos (uid) on delete cascade,
  part integer not null,
  first_frame integer not null,
  frames integer not null,
  stereo text collate "C",
  low text collate "C",
  engine jsonb,
  quality jsonb,
  log text,
  primary key (vecto_uid, part)
);
