-- Exact counts of the rows that have a word which many rows have: counting them took longer than finding a page of them.
-- Words are noted when a search has counted many rows. From then on each statement appends what it changed, as it does to
-- `counts`; once every transaction from before has ended (`barrier`), the rows of before are counted once, and the word is
-- ready.
create table frequent_words (
  resource text collate "C" not null, word text not null, noted_at timestamptz not null default now(),
  barrier bigint, ready boolean not null default false, primary key (resource, word)
);
create table word_counts (resource text collate "C" not null, word text not null, dims text[] not null, n bigint not null);
create index word_counts_word on word_counts (resource, word, (dims[1]), (dims[2]));

create or replace function keep_count() returns trigger language plpgsql as $$
declare
  dims text := (select 'array[' || string_agg(quote_ident(c) || '::text', ',') || ']' from unnest(tg_argv) c);
  changed text := case tg_op
    when 'INSERT' then 'select %1$s d, %2$s k, 1 s from added'
    when 'DELETE' then 'select %1$s d, %2$s k, -1 s from removed'
    else 'select %1$s d, %2$s k, 1 s from added union all select %1$s, %2$s, -1 from removed'
  end;
begin
  execute format('insert into counts select %L, d, sum(s) from (%s) x group by d having sum(s) <> 0',
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
end $$;
