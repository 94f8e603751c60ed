import { sql } from 'drizzle-orm'
import type { ChangesOf } from '~/model/record-of'
import { deliveries } from '~/model/resources/deliveries'
import { databaseTime } from '~/server/platform/database/clock'
import { noHooks } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'
import { asServer } from '~/server/records/writing/as-server'
import { applyChanges } from '~/server/records/writing/update-record'

/** Backoff in seconds before each retry. After the last try, about two days in all, the request is given up. */
const pauses = [10, 60, 300, 1800, 7200, 21_600, 50_400, 86_400] as const
/** Lease in seconds, longer than a request may take. A sender that is gone holds a delivery no longer. */
const LEASE = 30

/** The secret is null in demo data. */
type Row = RowOf<'deliveries', 'uid' | 'attempts'> & { readonly payload: object } & RowOf<
    'webhooks',
    'url' | 'active',
    { sealed: 'sealed_secret' }
  >

export type ClaimedDelivery = Omit<Row, 'attempts'> & { readonly attempts: number }

/** Maximum number of requests of one company that are sent at the same time, over all servers. */
const MOST_OF_COMPANY = 3

const isDue = sql`status in ('waiting', 'sending') and next_at_sort <= now()`

/**
 * The requests whose turn it is: of each webhook that is not being sent to, the one that is due first. Companies take turns, those
 * with the fewest requests under way first: slow receivers keep their own company waiting, and no other.
 */
const inTurn = sql`with under_way as (
    select webhook_uid, company_uid from deliveries where status = 'sending' and next_at_sort > now()),
  first_due as (
    select due.uid, due.next_at_sort, w.company_uid from webhooks w cross join lateral (
      select uid, next_at_sort from deliveries where webhook_uid = w.uid and ${isDue} order by next_at_sort limit 1) due
    where w.uid not in (select webhook_uid from under_way)),
  turns as (
    select uid, next_at_sort, row_number() over (partition by company_uid order by next_at_sort)
      + (select count(*) from under_way u where u.company_uid = first_due.company_uid) as turn from first_due)
  select uid from turns where turn <= ${MOST_OF_COMPANY} order by turn, next_at_sort`

/** Claims due requests, each for one server until its lease expires. */
export const claimDueDeliveries = async (
  { database }: Pick<Services, 'database'>,
  most: number,
): Promise<ClaimedDelivery[]> => {
  const rows =
    await database.query<Row>(sql`update deliveries d set status = 'sending', attempts = attempts + 1,
      tried_at = now(), updated_at = now(), next_at = now() + make_interval(secs => ${LEASE})
    from webhooks w
    where w.uid = d.webhook_uid and d.uid in (select uid from deliveries
      where ${isDue} and uid in (${inTurn} limit ${most}) for update skip locked)
    returning d.uid, d.payload, d.attempts, w.url, w.sealed_secret as sealed, w.active`)
  return rows.map(row => ({ ...row, attempts: Number(row.attempts) }))
}

/** Seconds before the next try; undefined after the last. @param attempts tries so far, from 1 */
export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1]

type Result = { readonly answer: number | null; readonly reason: string | null; readonly ok: boolean }

export const changesFor = (
  { ok, answer, reason }: Result,
  pause: number | undefined,
): ChangesOf<typeof deliveries> => {
  const now = databaseTime()
  const known = { answer, reason, updatedAt: now }
  if (ok) return { ...known, status: 'delivered', deliveredAt: now, nextAt: null }
  return pause === undefined
    ? { ...known, status: 'failed', nextAt: null }
    : { ...known, status: 'waiting', nextAt: new Date(now.getTime() + pause * 1000) }
}

/**
 * Records the end of a try. `attempts` is the fencing token: who lost the lease changes nothing.
 * @param final no further try: the webhook is switched off
 * @returns seconds until the next try; undefined if there is none
 */
export const recordTry = async (
  services: Services,
  { uid, attempts }: ClaimedDelivery,
  result: Result,
  final: boolean,
): Promise<number | undefined> => {
  const pause = result.ok || final ? undefined : pauseAfter(attempts)
  await asServer(services, async context => {
    const before = await findRow(context.tx, deliveries, uid, 'all', true)
    if (before?.status !== 'sending' || before.attempts !== attempts) return
    await applyChanges(context, deliveries, before, changesFor(result, pause), {
      kind: 'silent',
      hooks: noHooks,
    })
  })
  return pause
}
