import { type SQL, sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Database } from '~/server/platform/database/database'
import { isSettled, nextTransaction } from './settled'

/**
 * Selects the number of all rows of a resource that is counted.
 * @param counts selects it from `counts`, as long as the total is not ready
 */
export const totalOf = ({ name }: Resource, counts: SQL): SQL =>
  sql`select coalesce((select sum(n) from total_counts where resource = ${name}
      and exists (select 1 from totals where resource = ${name} and ready)), (${counts})) as n`

/** Counts the rows of before, less what changes since have appended. One statement: both are of one moment. */
const countBefore = (tx: Database, resource: string) =>
  tx.run(sql`with ours as (
      select sum(n) as n from counts where resource = ${resource}
      union all select -sum(n) from total_counts where resource = ${resource}
    ), counted as (
      insert into total_counts select ${resource}, sum(n) from ours having sum(n) <> 0
    ) update totals set ready = true where resource = ${resource}`)

/** Counts the rows of tables whose total is not ready, and merges what changes have appended. */
export const prepareTotals = async (database: Database) => {
  const settled = await database.query<{ resource: string }>(
    sql`select resource from totals where ${isSettled}`,
  )
  for (const { resource } of settled)
    await database.transaction(async tx => {
      const [held] = await tx.query(
        sql`select 1 from totals where resource = ${resource} and ${isSettled} for update skip locked`,
      )
      if (held) await countBefore(tx, resource)
    })
  // Transactions from here on append to the totals.
  await database.run(sql`update totals set barrier = ${nextTransaction} where barrier is null`)
  await database.run(sql`
    with crowded as (select resource from total_counts group by 1 having count(*) > 1),
    gone as (delete from total_counts c using crowded where c.resource = crowded.resource returning c.*)
    insert into total_counts select resource, sum(n) from gone group by 1 having sum(n) <> 0`)
}
