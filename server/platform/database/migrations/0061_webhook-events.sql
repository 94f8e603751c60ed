-- The subscribed events of a webhook in one column. The columns that had one event each stay for servers of the former
-- version, which run at the same time during an upgrade; a trigger keeps both in step. The next version drops them, and the trigger.
alter table webhooks add column events text[] not null default '{}';
create function webhook_events(webhook jsonb) returns text[] language sql immutable as $$
  select array_remove(array[
    case when (webhook ->> 'on_vecto_completed')::boolean then 'vecto.completed' end,
    case when (webhook ->> 'on_vecto_failed')::boolean then 'vecto.failed' end,
    case when (webhook ->> 'on_video_completed')::boolean then 'video.completed' end,
    case when (webhook ->> 'on_video_failed')::boolean then 'video.failed' end,
    case when (webhook ->> 'on_quota_low')::boolean then 'quota.low' end], null)
$$;
update webhooks set events = webhook_events(to_jsonb(webhooks));
update trash set content = jsonb_set(content, '{row,events}', to_jsonb(webhook_events(content -> 'row')))
  where type = 'webhooks' and not (content -> 'row') ? 'events';

create function keep_webhook_events() returns trigger language plpgsql as $$
declare
  named text[] := webhook_events(to_jsonb(new));
  is_former boolean := case tg_op when 'INSERT' then new.events = '{}'
    else new.events = old.events and named <> webhook_events(to_jsonb(old)) end;
begin
  if is_former then
    new.events := named || array(select e from unnest(new.events) e where not e = any(array['vecto.completed',
      'vecto.failed', 'video.completed', 'video.failed', 'quota.low']));
  else
    new.on_vecto_completed := 'vecto.completed' = any(new.events);
    new.on_vecto_failed := 'vecto.failed' = any(new.events);
    new.on_video_completed := 'video.completed' = any(new.events);
    new.on_video_failed := 'video.failed' = any(new.events);
    new.on_quota_low := 'quota.low' = any(new.events);
  end if;
  return new;
end $$;
create trigger webhooks_keep_events before insert or update on webhooks for each row execute function keep_webhook_events();
create index webhooks_events on webhooks using gin (events);
