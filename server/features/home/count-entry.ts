import { type SQL, sql } from 'drizzle-orm'
import { labelOf, mustChooseCompany, scopeFor } from '~/model/access'
import type { AttentionEntry, CompanyFinder } from '~/model/attention'
import type { Resource } from '~/model/define'
import type { Link } from '~/model/fields'
import type { Actor } from '~/model/grants'
import { inCompany } from '~/model/lists/list-address'
import { type Condition, parseListQuery } from '~/model/lists/query'
import { refOf, refOfRecord, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { companies } from '~/model/resources/companies'
import { users } from '~/model/resources/users'
import { isAbout } from '~/server/features/processing/job-subject'
import type { Database } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/tables'
import type { Services } from '~/server/records/context'
import { listRows } from '~/server/records/list'
import { whereOf } from '~/server/records/sql'
import { columnOf, type RowOf } from '~/server/records/tables'

/** Maximum number of uids, limited by the length of an address; the fullest come first. */
const MOST = 100

/** Above 80 %. Without a limit there is nothing to fill. */
const nearlyFull = (used: SQL, limit: SQL) => ({
  join: sql``,
  holds: sql`${limit} > 0 and ${used} * 5 > ${limit} * 4`,
  urgency: sql`${used}::float8 / nullif(${limit}, 0)`,
})

/** The invited users that the actor may read, by company: each takes a seat and an active seat on activation. */
const invited = (actor: Actor) =>
  sql`select t.company_uid, count(*) as n from users t
    where t.status = 'pending' and ${whereOf(users, [], scopeFor(users, 'read', actor))} group by 1`

const finders: Readonly<Record<CompanyFinder, (actor: Actor) => { join: SQL; holds: SQL; urgency: SQL }>> = {
  seats: () => nearlyFull(sql`t.users_total`, sql`t.users_purchased`),
  activeSeats: () => nearlyFull(sql`t.users_active`, sql`t.users_max_active`),
  minutes: () => nearlyFull(sql`t.seconds_used`, sql`t.seconds_purchased`),
  seatsShort: actor => ({
    join: sql`join (${invited(actor)}) p on p.company_uid = t.uid`,
    holds: sql`p.n > least(t.users_purchased - t.users_total, t.users_max_active - t.users_active)`,
    urgency: sql`p.n`,
  }),
}

/**
 * The uids of the companies that the actor may list and that the finder is about.
 * @param only the uid of the one that may be among them; absent: any
 */
const findCompanies = async (database: Database, actor: Actor, finder: CompanyFinder, only?: string) => {
  const { join, holds, urgency } = finders[finder](actor)
  const rows = await database.query<RowOf<'companies', 'uid'>>(sql`select t.uid from companies t ${join}
    where ${whereOf(companies, [], scopeFor(companies, 'read', actor))} and ${holds}
      and ${only === undefined ? sql`true` : sql`t.uid = ${only}`}
    order by ${urgency} desc, t.uid limit ${MOST}`)
  return rows.map(({ uid }) => uid)
}

type Holding = NonNullable<AttentionEntry['holding']>

/** Nested records that meet the condition of an entry, within the actor's read scope. */
const heldBy = ({ resource, filter }: Holding, actor: Actor, now: Date) => {
  const held = resourceOf(resource)
  const { where } = parseListQuery(held, actor.role, { q: JSON.stringify(filter(now)) })
  return { held, where, scope: scopeFor(held, 'read', actor) }
}

/** The uids of the records that meet these conditions and contain matching records of the entry. */
const findHolders = async (
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

/** Minutes without a heartbeat, after which no worker is at a job. */
const SILENT_MINUTES = 10

/** The uids of the records that meet these conditions and that no worker is at, as far as the actor may list them. */
const findStuck = async (
  database: Database,
  actor: Actor,
  resource: Resource,
  where: readonly Condition[],
) => {
  const rows = await database.query<{ uid: string }>(sql`select t.uid from ${sql.identifier(resource.name)} t
    where ${whereOf(resource, where, scopeFor(resource, 'read', actor))}
      and not exists (select 1 from making where beat_at >= now() - make_interval(mins => ${SILENT_MINUTES})
        and ${isAbout(sql`${`${resource.name}/`} || t.uid`)})
    order by t.updated_at, t.uid limit ${MOST}`)
  return rows.map(({ uid }) => uid)
}

/** Records that an entry names. */
const NAMED = 3
/** Companies into which an entry is divided, the fullest first. */
const COMPANIES = 20

export type Asker = {
  readonly services: Services
  readonly actor: Actor
  readonly now: Date
  /** `companies/<uid>`: counts only records of this company; absent: all. */
  readonly company?: string | undefined
}

/** The filter that the list is opened with; that of its tab is added, as in the panel. */
type Filter = Readonly<Record<string, unknown>>

const tabFilter = ({ list }: Resource, tab: string | undefined) =>
  tab === undefined ? {} : (list.tabs?.[tab]?.filter ?? {})

const shareOf = (record: Flat, { share }: AttentionEntry) =>
  share ? Number(record[share[0]]) / Number(record[share[1]]) : null

const named = (resource: Resource, record: Flat, entry: AttentionEntry) => ({
  ref: refOfRecord(resource, record),
  label: labelOf(resource, record),
  share: shareOf(record, entry),
})

type Dated = { readonly resource: Resource; readonly where: readonly Condition[] }

/** Records that have the date: the counted ones, or those nested in them that the entry is about. */
const dated = ({ actor, now }: Asker, { holding }: AttentionEntry, counted: Dated, filter: Filter): Dated => {
  if (!holding) return counted
  const { held, where } = heldBy(holding, actor, now)
  const holders = Array.isArray(filter.uid) ? filter.uid.map(uid => refOf(counted.resource.name, uid)) : []
  return { resource: held, where: [...where, { field: holding.by, on: 'ref', op: 'in', value: holders }] }
}

/** The earliest date of these records. */
const earliest = async ({ services, actor }: Asker, { resource, where }: Dated, path: string | undefined) => {
  if (path === undefined) return null
  const column = sql.identifier(columnOf(path, resource.fields[path]))
  const [row] = await services.database.query<{ at: Date | null }>(sql`select min(t.${column}) as at
    from ${sql.identifier(resource.name)} t where ${whereOf(resource, where, scopeFor(resource, 'read', actor))}`)
  return row?.at?.toISOString() ?? null
}

const countList = async (asker: Asker, entry: AttentionEntry, filter: Filter, company: Link | null) => {
  const { services, actor } = asker
  const resource = resourceOf(entry.resource)
  const q = { ...filter, ...tabFilter(resource, entry.tab) }
  const query = parseListQuery(resource, actor.role, { q: JSON.stringify(q), batch: NAMED })
  const counted = { resource, where: query.where }
  const scope = scopeFor(resource, 'read', actor)
  const { records, count } = await listRows(services.database, resource, query, scope)
  return {
    ...{ count, filter, company },
    date: count > 0 ? await earliest(asker, dated(asker, entry, counted, filter), entry.date) : null,
    records: entry.nameless ? [] : records.map(record => named(resource, record, entry)),
  }
}

/** The companies that have any of the records, where the list opens for one company at a time. */
const companiesWith = async ({ services, actor }: Asker, entry: AttentionEntry, filter: Filter) => {
  const resource = resourceOf(entry.resource)
  const q = { ...filter, ...tabFilter(resource, entry.tab) }
  const { where } = parseListQuery(resource, actor.role, { q: JSON.stringify(q) })
  const column = sql.identifier(columnOf(resource.company ?? '', resource.fields[resource.company ?? '']))
  const rows = await services.database.query<RowOf<'companies', 'uid' | 'name'>>(sql`
    select c.uid, c.name from companies c join (select t.${column} as uid, count(*) as n
      from ${sql.identifier(resource.name)} t where ${whereOf(resource, where, scopeFor(resource, 'read', actor))}
      group by 1) found on found.uid = c.uid order by found.n desc, c.uid limit ${COMPANIES}`)
  return rows.map(({ uid, name }) => ({ ref: refOf('companies', uid), label: name ?? '' }))
}

const findUids = async (asker: Asker, entry: AttentionEntry, filter: Filter) => {
  const { find, holding, tab } = entry
  const { actor, company, services } = asker
  if (find && find !== 'stuck')
    return findCompanies(services.database, actor, find, company && uidOf(company))
  const resource = resourceOf(entry.resource)
  const q = JSON.stringify({ ...filter, ...tabFilter(resource, tab) })
  const { where } = parseListQuery(resource, actor.role, { q })
  if (holding) return findHolders(services.database, asker, holding, { resource, where })
  return find && findStuck(services.database, actor, resource, where)
}

const filterOf = async (asker: Asker, entry: AttentionEntry) => {
  const { filter, resource } = entry
  const own = filter?.(asker.now) ?? {}
  const all = { ...inCompany(resourceOf(resource), asker.company, own), ...own }
  const uid = await findUids(asker, entry, all)
  return { ...all, ...(uid && { uid }) }
}

/** Counts an entry as its list does, once or by company. Parts without records are left out. */
export const countEntry = async (asker: Asker, entry: AttentionEntry) => {
  const resource = resourceOf(entry.resource)
  const filter = await filterOf(asker, entry)
  if (!mustChooseCompany(resource, asker.actor))
    return [await countList(asker, entry, filter, null)].filter(
      ({ count }) => count > 0 || entry.whileMailIsOff,
    )
  const parts = []
  for (const company of await companiesWith(asker, entry, filter))
    parts.push(await countList(asker, entry, { ...filter, [resource.company ?? '']: company.ref }, company))
  return parts.filter(({ count }) => count > 0)
}
