import { sql } from 'drizzle-orm'
import { searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import { keywordsOf } from '~/model/text'
import { columnOf } from '../db/columns'
import type { Database, Row } from '../db/database'

const AT_ONCE = 500

const refreshOnes = async (tx: Database, resource: Resource, rows: readonly Row[]) => {
  let changed = 0
  for (const row of rows) {
    const texts = searchedFields(resource)
      .map(key => row[columnOf(key, resource.fields[key])])
      .filter(text => typeof text === 'string')
    changed +=
      await tx.run(sql`update ${sql.identifier(resource.name)} set keywords = ${sql.param(keywordsOf(texts))}
      where uid = ${row.uid} and keywords is distinct from ${sql.param(keywordsOf(texts))}::text[]`)
  }
  return changed
}

/**
 * Makes the search keywords of every record again (decisions §11).
 * @returns how many records had others
 */
export const refreshKeywords = async (database: Database, resource: Resource): Promise<number> => {
  const columns = sql.join(
    searchedFields(resource).map(key => sql.identifier(columnOf(key, resource.fields[key]))),
    sql`, `,
  )
  let [changed, after] = [0, '']
  for (;;) {
    const rows = await database.query(sql`select uid, ${columns} from ${sql.identifier(resource.name)}
      where uid > ${after} order by uid limit ${AT_ONCE}`)
    if (rows.length === 0) return changed
    changed += await database.transaction(tx => refreshOnes(tx, resource, rows))
    after = String(rows.at(-1)?.uid)
  }
}
