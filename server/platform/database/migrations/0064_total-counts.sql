-- The number of all rows of a table by itself: summed from `counts`, it read a row for each company and status. Each
-- statement appends what it changed, as it does to `counts`. Statements of transactions that began before do not: the rows of
-- before are counted once they all have ended (`barrier`), and then the total is ready.
create table total_counts (resource text collate "C" not null, n bigint not null);
create index total_counts_resource on total_counts (resource);
create table totals (resource text collate "C" primary key, barrier bigint, ready boolean not null default false);

create or replace function keep_count() returns trigger language plpgsql as $$
declare
  dims text := (select 'array[' || string_agg(quote_ident(c) || '::text', ',') || ']' from unnest(tg_argv) c);
  changed text := case tg_op
    when 'INSERT' then 'select %1$s d, %2$s k, 1 s from added'
    when 'DELETE' then 'select %1$s d, %2$s k, -1 s from removed'
    else 'select %1$s d, %2$s k, 1 s from added union all select %1$s, %2$s, -1 from removed'
  end;
begin
  execute format('with x as (select d, sum(s) s from (%2$s) y group by d having sum(s) <> 0),
    own as (insert into counts select %1$L, d, s from x)
    insert into total_counts select %1$L, sum(s) from x having sum(s) <> 0',
    tg_table_name, format(changed, dims, 'null'));
  if exists (select from frequent_words where resource = tg_table_name) then
    execute format('insert into word_counts select %1$L, w.word, d, sum(s) from (%2$s) x
      join frequent_words w on w.resource = %1$L and k @> array[w.word] group by w.word, d having sum(s) <> 0',
      tg_table_name, format(changed, dims, 'keywords'));
  end if;
  return null;
end $$;

-- Other counted columns: the words are noted again.
create or replace function keep_counts(tab text, cols text[]) returns void language plpgsql as $$
declare args text := (select string_agg(quote_literal(c), ',') from unnest(cols) c);
begin
  delete from frequent_words where resource = tab;
  delete from word_counts where resource = tab;
  execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function keep_count(%s)', tab || '_counted_insert', tab, args);
  execute format('create trigger %I after delete on %I referencing old table as removed for each statement execute function keep_count(%s)', tab || '_counted_delete', tab, args);
  execute format('create trigger %I after update on %I referencing old table as removed new table as added for each statement execute function keep_count(%s)', tab || '_counted_update', tab, args);
  execute format('insert into counts select %L, array[%s], count(*) from %I group by 2', tab, (select string_agg(quote_ident(c) || '::text', ',') from unnest(cols) c), tab);
  insert into totals (resource) values (tab) on conflict (resource) do update set barrier = null, ready = false;
end $$;

insert into totals (resource) select distinct c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgname = c.relname || '_counted_insert';
