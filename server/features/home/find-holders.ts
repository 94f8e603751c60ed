import { sql } from 'drizzle-orm'
import { scopeFor } from '~/model/access'
import type { AttentionEntry } from '~/model/attention'
import type { Resource } from '~/model/define'
import type { Actor } from '~/model/grants'
import { type Condition, parseListQuery } from '~/model/lists/query'
import { resourceOf } from '~/model/registry'
import type { Database } from '~/server/platform/database/database'
import { whereOf } from '~/server/records/reading/where'
import { columnOf } from '~/server/records/tables/columns'

type Holding = NonNullable<AttentionEntry['holding']>

/** As many uids as an address holds; the newest come first. */
const MOST = 100

/** What meets the condition of an entry among the records that live in others, as far as the actor may read them. */
export const heldBy = ({ resource, filter }: Holding, actor: Actor, now: Date) => {
  const held = resourceOf(resource)
  const { where } = parseListQuery(held, actor.role, { q: JSON.stringify(filter(now)) })
  return { held, where, scope: scopeFor(held, 'read', actor) }
}

/** The uids of the records that meet these conditions and hold any of what the entry is about. */
export const findHolders = async (
  database: Database,
  asker: { readonly actor: Actor; readonly now: Date },
  holding: Holding,
  { resource, where }: { readonly resource: Resource; readonly where: readonly Condition[] },
) => {
  const { actor, now } = asker
  const { held, where: ofHeld, scope } = heldBy(holding, actor, now)
  const link = sql.identifier(columnOf(holding.by, held.fields[holding.by]))
  const rows = await database.query<{ uid: string }>(sql`select t.uid from ${sql.identifier(resource.name)} t
    where ${whereOf(resource, where, scopeFor(resource, 'read', actor))}
      and t.uid in (select t.${link} from ${sql.identifier(held.name)} t where ${whereOf(held, ofHeld, scope)})
    order by t.created_at desc, t.uid limit ${MOST}`)
  return rows.map(({ uid }) => uid)
}
