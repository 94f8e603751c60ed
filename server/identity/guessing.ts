import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { Database } from '../db/database'

const WINDOW_SECONDS = 600
const PER_ACCOUNT = 10
const PER_ADDRESS = 30

const accountKey = (email: string) => `account:${email}`
const addressKey = (address: string) => `address:${address}`

const waitFor = async (database: Database, key: string, most: number) => {
  const [row] = await database.query<{ wait: string | null }>(sql`
    select ceil(extract(epoch from at + make_interval(secs => ${WINDOW_SECONDS}) - now())) as wait from sign_in_failures
    where key = ${key} and at > now() - make_interval(secs => ${WINDOW_SECONDS}) order by at desc offset ${most - 1} limit 1`)
  return row ? Math.max(1, Number(row.wait)) : 0
}

/**
 * Refuses when this account or this address has failed too often (decisions §12).
 * @throws ApiError 429 with `retryAfter` in seconds
 */
export const checkGuessing = async (database: Database, email: string, address: string) => {
  const waits = [
    await waitFor(database, accountKey(email), PER_ACCOUNT),
    await waitFor(database, addressKey(address), PER_ADDRESS),
  ]
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0)
    throw new ApiError('too_many_requests', 'Too many wrong passwords', {
      retryAfter,
      params: { seconds: retryAfter },
    })
}

export const recordFailure = async (database: Database, email: string, address: string) => {
  await database.run(
    sql`delete from sign_in_failures where at < now() - make_interval(secs => ${WINDOW_SECONDS})`,
  )
  await database.run(
    sql`insert into sign_in_failures (key) values (${accountKey(email)}), (${addressKey(address)})`,
  )
}

export const forgetFailures = (database: Database, email: string) =>
  database.run(sql`delete from sign_in_failures where key = ${accountKey(email)}`)
