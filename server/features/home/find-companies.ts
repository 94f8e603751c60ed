import { type SQL, sql } from 'drizzle-orm'
import { scopeFor } from '~/model/access'
import type { CompanyFinder } from '~/model/attention'
import type { Actor } from '~/model/grants'
import { companies } from '~/model/resources/companies'
import { users } from '~/model/resources/users'
import type { Database } from '~/server/platform/database/database'
import { whereOf } from '~/server/records/reading/where'
import type { RowOf } from '~/server/records/tables/row-of'

/** As many uids as an address holds; the fullest come first. */
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
export const findCompanies = async (
  database: Database,
  actor: Actor,
  finder: CompanyFinder,
  only?: string,
) => {
  const { join, holds, urgency } = finders[finder](actor)
  const rows = await database.query<RowOf<'companies', 'uid'>>(sql`select t.uid from companies t ${join}
    where ${whereOf(companies, [], scopeFor(companies, 'read', actor))} and ${holds}
      and ${only === undefined ? sql`true` : sql`t.uid = ${only}`}
    order by ${urgency} desc, t.uid limit ${MOST}`)
  return rows.map(({ uid }) => uid)
}
