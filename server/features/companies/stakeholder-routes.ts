import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Link } from '~/model/fields'
import { refOf, refTo } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { groups } from '~/model/resources/groups'
import type { Database } from '~/server/platform/database/database'
import { type App, describe, link, uidParams } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { paramsOf, readRecord } from '~/server/records/handlers'

type Row = { uid: string; label: string | null }

const linksFrom = async (
  database: Database,
  statement: SQL,
  ref: (uid: string) => string,
): Promise<Link[]> => {
  const rows = await database.query<Row>(statement)
  return rows.map(({ uid, label }) => ({ ref: ref(uid), label: label ?? '' }))
}

/** Lists the partner users, managed companies and guest groups of a company. */
export const addStakeholderRoutes = (app: App, services: Services) => {
  const access = { resource: 'companies', operation: 'read', grant: companies.grants.read }
  const schema = describe('Partner users, managed companies and groups with guests of a company', {
    tags: ['companies'],
    params: uidParams,
    response: {
      200: z.object({ extras: z.array(link), managedCompanies: z.array(link), guestGroups: z.array(link) }),
    },
  })
  app.get('/companies/:uid/stakeholders/enhanced', { config: { access }, schema }, async request => {
    const { database } = services
    const { uid } = await readRecord(services, companies, actorOf(request), paramsOf(request))
    return {
      /** Active users with the role partner in the company's partner, while the company allows access. */
      extras: await linksFrom(
        database,
        sql`select u.uid, nullif(concat_ws(' ', u.firstname, u.lastname), '') as label from companies c
          join users u on u.company_uid = c.partner_uid and u.role = 'partner' and u.status = 'active'
          where c.uid = ${uid} and c.allow_partner_access order by 2, 1 limit 1000`,
        user => refOf('users', user),
      ),
      managedCompanies: await linksFrom(
        database,
        sql`select uid, name as label from companies where partner_uid = ${uid} order by name_sort, uid limit 1000`,
        company => refOf('companies', company),
      ),
      /** The company's groups that have guests. */
      guestGroups: await linksFrom(
        database,
        sql`select uid, name as label from groups g where company_uid = ${uid}
          and exists (select 1 from guests where group_uid = g.uid) order by name_sort, uid limit 1000`,
        group => refTo(groups, group, uid),
      ),
    }
  })
}
