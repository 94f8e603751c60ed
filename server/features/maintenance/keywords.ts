import { sql } from 'drizzle-orm'
import { searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import { keywordsOf } from '~/model/text'
import type { Database } from '~/server/platform/database/database'
import { columnOf } from '~/server/records/tables/columns'

/** Records per transaction; small, so that it does not block the embedded database for long. */
const AT_ONCE = 50

/** Refreshes the next records. Locks their rows, so that a concurrent rename is not undone. */
const refreshSome = async (tx: Database, resource: Resource, after: string) => {
  const searched = searchedFields(resource).map(key => columnOf(key, resource.fields[key]))
  const table = sql.identifier(resource.name)
  const columns = sql.join(
    searched.map(column => sql.identifier(column)),
    sql`, `,
  )
  const rows = await tx.query(sql`select uid, keywords, ${columns} from ${table}
    where uid > ${after} order by uid limit ${AT_ONCE} for update`)
  const wrong = rows.flatMap(row => {
    const keywords = keywordsOf(searched.map(column => row[column]).filter(text => typeof text === 'string'))
    return JSON.stringify(keywords) === JSON.stringify(row.keywords) ? [] : [{ uid: row.uid, keywords }]
  })
  if (wrong.length > 0)
    await tx.run(sql`update ${table} t set keywords = array(select jsonb_array_elements_text(w.keywords))
      from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as w(uid text, keywords jsonb) where t.uid = w.uid`)
  return { changed: wrong.length, last: rows.at(-1)?.uid }
}

/**
 * Rebuilds the search keywords of all records (decisions §11).
 * @returns how many records were corrected
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
