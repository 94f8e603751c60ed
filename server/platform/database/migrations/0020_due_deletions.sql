-- The few records that wait for their deletion, among any number of others.
create index environments_deletable_at on environments (deletable_at) where deletable_at is not null;
create index versions_deletable_at on versions (deletable_at) where deletable_at is not null;
create index medias_deletable_at on medias (deletable_at) where deletable_at is not null;
