import { sql } from 'drizzle-orm'
import { scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Actor } from '~/model/grants'
import type { Condition } from '~/model/lists/query'
import type { Database } from '~/server/platform/database/database'
import { whereOf } from '~/server/records/reading/where'

/** As many uids as an address holds; the oldest come first. */
const MOST = 100
/** Minutes without a heartbeat, after which no worker is at a job. */
const SILENT_MINUTES = 10

/** The uids of the records that meet these conditions and that no worker is at, as far as the actor may list them. */
export const findStuck = async (
  database: Database,
  actor: Actor,
  resource: Resource,
  where: readonly Condition[],
) => {
  const rows = await database.query<{ uid: string }>(sql`select t.uid from ${sql.identifier(resource.name)} t
    left join making m on m.subject = ${`${resource.name}/`} || t.uid
    where ${whereOf(resource, where, scopeFor(resource, 'read', actor))}
      and coalesce(m.beat_at < now() - make_interval(mins => ${SILENT_MINUTES}), true)
    order by t.updated_at, t.uid limit ${MOST}`)
  return rows.map(({ uid }) => uid)
}
