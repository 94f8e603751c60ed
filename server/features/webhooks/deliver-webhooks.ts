import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import type { ChangesOf } from '~/model/record-of'
import { deliveries } from '~/model/resources/deliveries'
import { databaseTime } from '~/server/platform/database/clock'
import { InternalAddress, isAmong, postOutside } from '~/server/platform/http/outside-requests'
import { deliverDue } from '~/server/platform/queue/deliver-due'
import { applyChanges } from '~/server/records/apply'
import { noHooks, type Services } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { asServer } from '~/server/records/transaction'

/** Backoff in seconds before each retry. After the last try, about two days in all, the request is given up. */
const pauses = [10, 60, 300, 1800, 7200, 21_600, 50_400, 86_400] as const
/** Lease in seconds, longer than a request may take. The lease of a killed sender expires. */
const LEASE = 30

/** The secret is null in demo data. */
type Row = RowOf<'deliveries', 'uid' | 'attempts'> & { readonly payload: object } & RowOf<
    'webhooks',
    'url' | 'active',
    { sealed: 'sealed_secret' }
  >

type ClaimedDelivery = Omit<Row, 'attempts'> & { readonly attempts: number }

/** Maximum number of requests of one company that are sent at the same time, over all servers. */
const MOST_OF_COMPANY = 3

const isDue = sql`status in ('waiting', 'sending') and next_at_sort <= now()`

/**
 * The next requests: of each webhook without a request under way, the one that is due first. Companies with the fewest
 * requests under way come first, so that slow receivers delay only their own company.
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
 * Records the end of a try. `attempts` is the fencing token: a sender that has lost the lease changes nothing.
 * @param final no further try: the webhook is switched off
 * @returns seconds until the next try; undefined if there is none
 */
const recordTry = async (
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

/** Purpose for which the secrets of webhooks are encrypted. */
export const sealPurpose = 'webhook'

/**
 * The headers of the Standard Webhooks specification: id, time in seconds, HMAC-SHA256 of both and the body.
 * @param secret `whsec_` and the key in base64
 */
export const signedHeaders = (secret: string, id: string, now: Date, body: string) => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const time = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
}

const AT_ONCE = 20
const OFF = 'The webhook is switched off'
const NO_SECRET = 'The secret cannot be read with the keys of this server'

const INTERNAL = 'The name leads to an internal address'
const NO_CONNECTION = 'No secure connection to the receiver, or no answer in time'

/** Nothing can be sent because of the webhook itself. */
class Failure extends Error {}

const isInternal = (error: unknown) =>
  error instanceof InternalAddress || (error instanceof Error && error.cause instanceof InternalAddress)

/** The address that a connection failed to, where the error names it. */
const addressIn = (error: unknown) =>
  error instanceof Error && 'address' in error && typeof error.address === 'string' ? error.address : ''

/**
 * Reason of a failed connection for customers: it must not reveal addresses and services of the provider's network. The log
 * has the error itself, and so does the reason for an address that the operator has allowed.
 */
const reasonOf = (error: unknown, opened: readonly string[]) => {
  if (error instanceof Failure) return error.message
  if (isInternal(error)) return INTERNAL
  return isAmong(opened, addressIn(error)) ? messageOf(error) : NO_CONNECTION
}

/** Sends due webhook deliveries while this server runs. */
export const startWebhooks = (services: Services) => {
  const { config, encryption, log } = services

  const post = async ({ uid, url, sealed, payload, active }: ClaimedDelivery) => {
    const secret = sealed && encryption.open(sealPurpose, sealed)
    if (!active || !secret) throw new Failure(active ? NO_SECRET : OFF)
    const body = JSON.stringify(payload)
    const headers = { 'content-type': 'application/json', 'user-agent': `vecto/${config.version}` }
    return postOutside(config.WEBHOOK_NETWORKS, {
      url: url ?? '',
      body,
      headers: { ...headers, ...signedHeaders(secret, uid, databaseTime(), body) },
    })
  }

  const deliver = async (delivery: ClaimedDelivery) => {
    const isFinal = !delivery.active
    try {
      const answer = await post(delivery)
      const ok = answer >= 200 && answer < 300
      return await recordTry(services, delivery, { ok, answer, reason: null }, isFinal)
    } catch (error) {
      const text = messageOf(error) || String(error)
      log.warn({ webhook: delivery.uid, error: text }, 'a webhook was not delivered')
      const reason = reasonOf(error, config.WEBHOOK_NETWORKS)
      return recordTry(services, delivery, { ok: false, answer: null, reason }, isFinal)
    }
  }

  return deliverDue(services, {
    resource: 'deliveries',
    item: 'webhook',
    atOnce: AT_ONCE,
    claim: most => claimDueDeliveries(services, most),
    deliver,
  })
}
