import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { isResourceName, resourceOf } from '~/model/registry'
import type { Database } from '~/server/platform/database/database'
import { isSettled, nextTransaction } from './settled'
import { columnOf } from './tables'

/** Rows from which a word counts as frequent: fewer are counted in a few milliseconds. */
export const FREQUENT = 5_000
/** Words of a resource whose counts are kept at most: each costs every change of its rows a little. */
const MOST = 100
/** Days after which a word is dropped; the next search for it notes it again. */
const KEPT_DAYS = 30

/** Notes a word that many rows have; `prepareWordCounts` counts them. */
export const noteFrequentWord = async (database: Database, { name }: Resource, word: string) => {
  await database.run(sql`insert into frequent_words (resource, word)
    select ${name}, ${word} where (select count(*) from frequent_words where resource = ${name}) < ${MOST}
    on conflict do nothing`)
}

type Noted = { readonly resource: string; readonly word: string }

/** The values of the counted columns, as the trigger of the table has them. */
const dimsOf = ({ counted = [], fields }: Resource) =>
  sql`array[${sql.join(
    counted.map(key => sql`${sql.identifier(columnOf(key, fields[key]))}::text`),
    sql`, `,
  )}]`

/** Counts the rows of before, less what changes since have appended. One statement: both are of one moment. */
const countBefore = async (tx: Database, resource: Resource, word: string) => {
  const own = sql`resource = ${resource.name} and word = ${word}`
  await tx.run(sql`with ours as (
      select ${dimsOf(resource)} as dims, count(*) as n from ${sql.identifier(resource.name)}
        where keywords @> array[${word}] group by 1
      union all select dims, -sum(n) from word_counts where ${own} group by 1
    ), counted as (
      insert into word_counts select ${resource.name}, ${word}, dims, sum(n) from ours group by dims having sum(n) <> 0
    ) update frequent_words set ready = true where ${own}`)
}

/** Counts the rows of words that were noted, forgets words of long ago, and merges what changes have appended. */
export const prepareWordCounts = async (database: Database) => {
  await database.run(sql`with old as (
      delete from frequent_words where noted_at < now() - make_interval(days => ${KEPT_DAYS}) returning resource, word)
    delete from word_counts c using old where c.resource = old.resource and c.word = old.word`)
  const settled = await database.query<Noted>(
    sql`select resource, word from frequent_words where ${isSettled}`,
  )
  for (const { resource, word } of settled)
    await database.transaction(async tx => {
      const [held] = await tx.query(sql`select 1 from frequent_words
        where resource = ${resource} and word = ${word} and ${isSettled} for update skip locked`)
      if (held && isResourceName(resource)) await countBefore(tx, resourceOf(resource), word)
    })
  // Transactions from here on see the words of now.
  await database.run(sql`update frequent_words set barrier = ${nextTransaction} where barrier is null`)
  await database.run(sql`
    with crowded as (select resource, word, dims from word_counts group by 1, 2, 3 having count(*) > 1),
    gone as (delete from word_counts c using crowded
      where c.resource = crowded.resource and c.word = crowded.word and c.dims = crowded.dims returning c.*)
    insert into word_counts select resource, word, dims, sum(n) from gone group by 1, 2, 3 having sum(n) <> 0`)
}
