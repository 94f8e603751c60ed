import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { staff } from '~/model/grants'
import { type App, companyRef, describe } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { companiesWhere } from './usage-routes'

const quotas = z.object({
  companies: z.int().meta({ description: 'Whose sum this is' }),
  users: z.number().meta({ description: 'Seats taken' }),
  usersPurchased: z.number(),
  active: z.number().meta({ description: 'Active seats taken' }),
  activePurchased: z.number(),
  secondsUsed: z.number(),
  secondsPurchased: z.number(),
})

/** The quotas at this moment, of one company or of all whose data the caller may read. */
export const addQuotaRoutes = (app: App, { database }: Services) => {
  const access = { resource: 'usage', operation: 'read', grant: staff }
  const schema = describe('What is used and bought now', {
    querystring: z.object({
      company: companyRef.optional().meta({ description: '`companies/<uid>`: of this company alone' }),
    }),
    response: { 200: quotas },
  })
  app.get('/usage/now', { config: { access }, schema }, async request => {
    const where = companiesWhere(actorOf(request), request.query.company, sql`uid`)
    const [row] = await database.query<z.output<typeof quotas>>(sql`select count(*)::int as companies,
        coalesce(sum(users_total), 0)::float8 as users,
        coalesce(sum(users_purchased), 0)::float8 as "usersPurchased",
        coalesce(sum(users_active), 0)::float8 as active,
        coalesce(sum(users_max_active), 0)::float8 as "activePurchased",
        coalesce(sum(seconds_used), 0)::float8 as "secondsUsed",
        coalesce(sum(seconds_purchased), 0)::float8 as "secondsPurchased"
      from companies where ${where}`)
    if (!row) throw new Error('The sums of the quotas are missing')
    return row
  })
}
