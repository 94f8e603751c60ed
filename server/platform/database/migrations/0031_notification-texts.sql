alter table notifications add column texts jsonb;
