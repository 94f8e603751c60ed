import { sql } from 'drizzle-orm'
import { searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import { keywordsOf } from '~/model/text'
import { columnOf } from '../db/columns'
import type { Database } from '../db/database'

const AT_ONCE = 500

/** Refreshes the next few records; their rows are locked, so that a rename meanwhile is not undone. */
const refreshSome = async (tx: Database, resource: Resource, after: string) => {
  const searched = searchedFields(resource).map(key => columnOf(key, resource.fields[key]))
  const table = sql.identifier(resource.name)
  const columns = sql.join(
    searched.map(column => sql.identifier(column)),
    sql`, `,
  )
  const rows = await tx.query(sql`select uid, keywords, ${columns} from ${table}
    where uid > ${after} order by uid limit ${AT_ONCE} for update`)
  let changed = 0
  for (const row of rows) {
    const keywords = keywordsOf(searched.map(column => row[column]).filter(text => typeof text === 'string'))
    if (JSON.stringify(keywords) === JSON.stringify(row.keywords)) continue
    changed += await tx.run(sql`update ${table} set keywords = ${sql.param(keywords)} where uid = ${row.uid}`)
  }
  return { changed, last: rows.at(-1)?.uid }
}

/**
 * Makes the search keywords of every record again (decisions §11).
 * @returns how many records had others
 */
export const refreshKeywords = async (database: Database, resource: Resource): Promise<number> => {
  let [total, after] = [0, '']
  for (;;) {
    const { changed, last } = await database.transaction(tx => refreshSome(tx, resource, after))
    total += changed
    if (last === undefined) return total
    after = String(last)
  }
}
