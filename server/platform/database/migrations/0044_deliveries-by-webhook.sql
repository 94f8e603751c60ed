-- The request of each webhook that is due first.
create index deliveries_due on deliveries (webhook_uid, next_at_sort) where status in ('waiting', 'sending');
