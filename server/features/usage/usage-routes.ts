import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ApiError } from '~/model/errors'
import { type Actor, type Scope, scopeOf, staff } from '~/model/grants'
import { uidOf } from '~/model/refs'
import { type App, companyRef, describe, listOf } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'

const number = z.number()

const usageDay = z.object({
  day: z.string().meta({ description: 'UTC, such as 2026-11-23' }),
  users: number.meta({ description: 'Seats taken' }),
  usersPurchased: number,
  active: number.meta({ description: 'Active seats taken' }),
  activePurchased: number,
  secondsUsed: number,
  secondsPurchased: number,
  sessions: number.meta({ description: 'Begun on that day' }),
  bytes: number.nullable().meta({ description: 'Of files; null where it was not measured' }),
})

/** Days of the longest answer: about three years. */
const MOST_DAYS = 1100

const notFound = () => new ApiError('not_found', 'There is no such company')

const covers = (scope: Scope, company: string) =>
  scope === 'all' || (scope !== 'none' && scope.companies.includes(company))

/**
 * @param column with the uid of the company
 * @throws ApiError 404 for a company whose data the actor may not read
 */
export const companiesWhere = (
  actor: Actor,
  company: string | undefined,
  column: SQL = sql`company_uid`,
): SQL => {
  const scope = scopeOf(staff, actor)
  if (company !== undefined) {
    if (!covers(scope, uidOf(company))) throw notFound()
    return sql`${column} = ${uidOf(company)}`
  }
  if (scope === 'all') return sql`true`
  return sql`${column} = any(${sql.param(scope === 'none' ? [] : [...scope.companies])})`
}

const daysOf = ({ database }: Services, where: SQL, days: number) =>
  database.query<z.output<typeof usageDay>>(sql`select to_char(day, 'YYYY-MM-DD') as day,
      sum(users_total)::float8 as users, sum(users_purchased)::float8 as "usersPurchased",
      sum(users_active)::float8 as active, sum(users_max_active)::float8 as "activePurchased",
      sum(seconds_used)::float8 as "secondsUsed", sum(seconds_purchased)::float8 as "secondsPurchased",
      sum(sessions)::float8 as sessions, sum(bytes)::float8 as bytes
    from usage_days where ${where} and day > (now() at time zone 'UTC')::date - ${days}::int
    group by usage_days.day order by usage_days.day`)

/** Daily usage and purchases of one company, or of all whose data the caller may read. */
export const addUsageRoutes = (app: App, services: Services) => {
  const access = { resource: 'usage', operation: 'read', grant: staff }
  const schema = describe('What was used and bought by the end of each day', {
    querystring: z.object({
      company: companyRef.optional().meta({ description: '`companies/<uid>`: of this company alone' }),
      days: z.coerce.number().int().min(1).max(MOST_DAYS).default(366),
    }),
    response: { 200: listOf(usageDay) },
  })
  app.get('/usage', { config: { access }, schema }, async request => {
    const { company, days } = request.query
    const results = await daysOf(services, companiesWhere(actorOf(request), company), days)
    return { results, meta: { count: results.length } }
  })
}
