import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { Database } from '../db/database'

const WINDOW_SECONDS = 600

/** What is counted, and how many of it in ten minutes are too many (decisions §12). */
type Limit = readonly [key: string, most: number]

const account = (email: string): Limit => [`account:${email}`, 10]
const address = (ip: string): Limit => [`address:${ip}`, 30]
const links = (ip: string): Limit => [`links:${ip}`, 30]
const resets = (email: string, ip: string): readonly Limit[] => [
  [`reset:${email}`, 5],
  [`resets:${ip}`, 30],
]

const waitFor = async (database: Database, [key, most]: Limit) => {
  const [row] = await database.query<{ wait: string | null }>(sql`
    select ceil(extract(epoch from at + make_interval(secs => ${WINDOW_SECONDS}) - now())) as wait from sign_in_failures
    where key = ${key} and at > now() - make_interval(secs => ${WINDOW_SECONDS}) order by at desc offset ${most - 1} limit 1`)
  return row ? Math.max(1, Number(row.wait)) : 0
}

const check = async (database: Database, limits: readonly Limit[], message: string) => {
  const waits: number[] = []
  for (const limit of limits) waits.push(await waitFor(database, limit))
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0)
    throw new ApiError('too_many_requests', message, { retryAfter, params: { seconds: retryAfter } })
}

const record = async (database: Database, limits: readonly Limit[]) => {
  await database.run(
    sql`delete from sign_in_failures where at < now() - make_interval(secs => ${WINDOW_SECONDS})`,
  )
  const rows = limits.map(([key]) => sql`(${key})`)
  await database.run(sql`insert into sign_in_failures (key) values ${sql.join(rows, sql`, `)}`)
}

/**
 * Refuses when this account or this address has failed too often (decisions §12).
 * @throws ApiError 429 with `retryAfter` in seconds
 */
export const checkGuessing = (database: Database, email: string, ip: string) =>
  check(database, [account(email), address(ip)], 'Too many wrong passwords')

export const recordFailure = (database: Database, email: string, ip: string) =>
  record(database, [account(email), address(ip)])

export const forgetFailures = (database: Database, email: string) =>
  database.run(sql`delete from sign_in_failures where key = ${account(email)[0]}`)

/** The same for keys of links, which name no account that guessing could be counted by. @throws ApiError 429 */
export const checkLinkGuessing = (database: Database, ip: string) =>
  check(database, [links(ip)], 'Too many wrong links')

export const recordWrongLink = (database: Database, ip: string) => record(database, [links(ip)])

/** Counts a request for a password reset, by e-mail and by address: nobody's mailbox is flooded. @throws ApiError 429 */
export const countReset = async (database: Database, email: string, ip: string) => {
  const limits = resets(email, ip)
  await check(database, limits, 'Too many password resets')
  await record(database, limits)
}
