import { type SQL, sql } from 'drizzle-orm'
import { searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import type { CountedCollection } from '~/model/maintenance'
import { keywordsOf } from '~/model/text'
import type { Database } from '~/server/platform/database/database'
import { list } from '~/server/records/sql'
import { columnOf } from '~/server/records/tables'

/** Records per transaction; small, so that it does not block the embedded database for long. */
const KEYWORDS_AT_ONCE = 50

/** Refreshes the next records. Locks their rows, so that a concurrent rename is not undone. */
const refreshSome = async (tx: Database, resource: Resource, after: string) => {
  const searched = searchedFields(resource).map(key => columnOf(key, resource.fields[key]))
  const table = sql.identifier(resource.name)
  const columns = sql.join(
    searched.map(column => sql.identifier(column)),
    sql`, `,
  )
  const rows = await tx.query(sql`select uid, keywords, ${columns} from ${table}
    where uid > ${after} order by uid limit ${KEYWORDS_AT_ONCE} for update`)
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

/** Records per statement; small, so that it does not block the embedded database for long. */
const AT_ONCE = 100

/** A 3D video counts in its company's seconds: reserved, or settled and not given back (decisions §6). */
const countedVecto = sql`status not in ('ko', 'timeout') and refunded is not true`

const sumOf = (type: string, factor = 1) =>
  sql`(select coalesce(sum(quantity), 0) * ${sql.raw(String(factor))} from purchases p where p.company_uid = c.uid and p.type = ${type})`

type Reset = (uids: SQL) => SQL

/** Recalculates stored counters from the records, by collection; updates only rows that are wrong. */
const counterResets: Readonly<Record<CountedCollection, Reset>> = {
  companies: uids => sql`with real as (select c.uid,
      (select count(*) from users u where u.company_uid = c.uid and u.status in ('active', 'disabled')) as total,
      (select count(*) from users u where u.company_uid = c.uid and u.status = 'active') as active,
      (select coalesce(sum(ceil(duration)), 0) from vectos v where v.company_uid = c.uid and ${countedVecto})
        + c.seconds_deleted as used,
      ${sumOf('users')} as bought, ${sumOf('maxActive')} as most, ${sumOf('minutes', 60)} as seconds
      from companies c where c.uid = any(${uids}))
    update companies c set users_total = total, users_active = active, seconds_used = used,
      users_purchased = bought, users_max_active = most, seconds_purchased = seconds
    from real where real.uid = c.uid and (users_total, users_active, seconds_used, users_purchased, users_max_active, seconds_purchased)
      is distinct from (total, active, used, bought, most, seconds)`,
  environments: uids => sql`with real as (select e.uid,
      (select count(*) from versions v where v.environment_uid = e.uid) as n,
      (select max(created_at) from versions v where v.environment_uid = e.uid) as latest from environments e
      where e.uid = any(${uids}))
    update environments e set versions = n, latest_version_at = latest from real
    where real.uid = e.uid and (versions, latest_version_at) is distinct from (n, latest)`,
  medias:
    uids => sql`with real as (select m.uid, (select count(*) from shares s where s.media_uid = m.uid) as n,
      (select count(distinct version_uid) from shares s where s.media_uid = m.uid) as v from medias m
      where m.uid = any(${uids}))
    update medias m set shares = n, versions = v from real
    where real.uid = m.uid and (shares, m.versions) is distinct from (n, v)`,
  downloads: uids => sql`with real as (select d.uid,
      (select count(*) from events e where e.object = 'downloads/' || d.uid and e.event = 'download'
        and e.created_at >= coalesce((select max(created_at) from events f where f.object = e.object and f.event = 'update'
          and f.args->'changes' ? 'file'), '-infinity')) as n from downloads d
      where d.uid = any(${uids}))
    update downloads d set download_count = n from real where real.uid = d.uid and download_count is distinct from n`,
}

export const hasCounters = (name: string): name is CountedCollection => Object.hasOwn(counterResets, name)

/**
 * Recalculates the stored counters of all records of a collection, in batches.
 * @returns how many records were corrected
 */
export const resetCounters = async (database: Database, name: CountedCollection): Promise<number> => {
  let [changed, after] = [0, '']
  for (;;) {
    const rows = await database.query<{ uid: string }>(
      sql`select uid from ${sql.identifier(name)} where uid > ${after} order by uid limit ${AT_ONCE}`,
    )
    const uids = rows.map(({ uid }) => uid)
    if (uids.length === 0) return changed
    changed += await database.run(counterResets[name](list(uids)))
    after = uids.at(-1) ?? ''
  }
}
