import { sql } from 'drizzle-orm'
import type { ChangesOf } from '~/model/record-of'
import { mails } from '~/model/resources/mails'
import { databaseTime } from '~/server/platform/database/clock'
import { isFilled } from '~/server/platform/database/migrations'
import { type DeliveryError, deliveryErrorOf } from '~/server/platform/mail/delivery-errors'
import { type Message, type Outgoing, smtpTransport, spoolMail } from '~/server/platform/mail/transport'
import { deliverDue } from '~/server/platform/queue/deliver-due'
import { changeOf } from '~/server/platform/realtime/changes'
import { applyChanges } from '~/server/records/apply'
import { noHooks, type Services } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { asServer } from '~/server/records/transaction'
import { serverErrors } from './enqueue-mail'

/** Backoff in seconds before each retry; the last value repeats. */
const pauses = [5, 30, 120, 600, 1800, 3600, 10_800] as const
const HOURS = 72
/** Lease in seconds. A sender without a heartbeat for this long is considered gone. */
const LEASE = 20
const BEAT = 5000

type Row = RowOf<'mails', 'uid' | 'email' | 'lang' | 'subject' | 'attempts' | 'created_at'> & {
  message: Message | Record<string, never> | null
}

type ClaimedMail = Outgoing & { readonly attempts: number }

const publishMail = (services: Services, uid: string) =>
  services.changes.publish(services.database, changeOf(mails, { uid }, 'update'))

const isWritten = (message: Row['message']): message is Message => message !== null && 'html' in message

/** Claims due e-mails, each for a single sender until its lease expires. */
export const claimDueMails = async (services: Services, most: number): Promise<ClaimedMail[]> => {
  const rows =
    await services.database.query<Row>(sql`update mails set status = 'sending', attempts = attempts + 1,
      tried_at = now(), updated_at = now(), next_at = now() + make_interval(secs => ${LEASE})
    where uid in (select uid from mails where status in ('waiting', 'sending') and coalesce(next_at, now()) <= now()
      order by created_at limit ${most} for update skip locked)
    returning uid, email, lang, subject, message, attempts, created_at`)
  for (const { uid } of rows) await publishMail(services, uid)
  return rows
    .filter(row => isFilled(row, 'email', 'lang', 'subject'))
    .flatMap(({ message, attempts, created_at, ...row }) =>
      isWritten(message) ? [{ ...row, message, attempts: Number(attempts), createdAt: created_at }] : [],
    )
}

/** Renews the lease of an e-mail while `work` runs. */
const withLeases = async <T>(
  { database, log }: Services,
  { uid, attempts }: ClaimedMail,
  work: () => Promise<T>,
): Promise<T> => {
  const beat = () =>
    database
      .run(
        sql`update mails set next_at = now() + make_interval(secs => ${LEASE})
          where uid = ${uid} and status = 'sending' and attempts = ${attempts}`,
      )
      .catch(error => log.warn({ mail: uid, error: String(error) }, 'the outbox'))
  const beating = setInterval(beat, BEAT)
  try {
    return await work()
  } finally {
    clearInterval(beating)
  }
}

/**
 * Releases e-mails whose sender ended with the process. Only safe if no other server can be sending.
 * @returns how many
 */
const releaseAll = ({ database }: Services) =>
  database.run(sql`update mails set next_at = now() where status = 'sending'`)

/**
 * Records the end of a try. `attempts` is the fencing token: a sender whose lease expired does not change an e-mail
 * that another sender has claimed. A delivery is recorded in any case, so that the e-mail is not sent again.
 */
const endTry = (services: Services, { uid, attempts }: ClaimedMail, changes: ChangesOf<typeof mails>) =>
  asServer(services, async context => {
    const before = await findRow(context.tx, mails, uid, 'all', true)
    if (before?.status !== 'sending') return
    if (changes.status !== 'sent' && before.attempts !== attempts) return
    await applyChanges(
      context,
      mails,
      before,
      { ...changes, updatedAt: context.now },
      { kind: 'silent', hooks: noHooks },
    )
  })

/** Records delivery and deletes the content. E-mails that waited for the mail server become due. */
export const recordSent = async (services: Services, mail: ClaimedMail) => {
  const done = {
    status: 'sent' as const,
    sentAt: databaseTime(),
    nextAt: null,
    message: {},
    reason: null,
    reasonCode: null,
  }
  await endTry(services, mail, done)
  await services.database.run(sql`update mails set next_at = now() where status = 'waiting' and next_at > now()
    and reason_code = any(${sql.param([...serverErrors])})`)
}

const recordSpooled = (services: Services, mail: ClaimedMail) =>
  endTry(services, mail, { status: 'kept', nextAt: null, reason: null, reasonCode: null })

/** Seconds before the next try. @param attempts tries so far, from 1 */
export const pauseAfter = (attempts: number) => pauses[Math.min(attempts, pauses.length) - 1] ?? pauses[0]

/**
 * Records why a try failed and schedules the next one.
 * @returns seconds until the next try; undefined if there is none
 */
export const recordDeliveryError = async (
  services: Services,
  mail: ClaimedMail,
  { code, reason, final }: DeliveryError,
): Promise<number | undefined> => {
  const over = final || databaseTime().getTime() - mail.createdAt.getTime() > HOURS * 3_600_000
  const pause = pauseAfter(mail.attempts)
  await endTry(services, mail, {
    status: over ? 'failed' : 'waiting',
    reason,
    reasonCode: code,
    nextAt: over ? null : new Date(databaseTime().getTime() + pause * 1000),
  })
  return over ? undefined : pause
}

/** Maximum concurrent deliveries, so that a slow server does not block other e-mails. */
const AT_ONCE = 5
/**
 * A delivery method: one try, which never throws on mail server errors.
 * @returns seconds until a retry may be due
 */
type Way = { deliver(mail: ClaimedMail): Promise<number | undefined>; close(): void }

const bySmtp = (services: Services, url: string): Way => {
  const smtp = smtpTransport(services.config, url)
  const deliver: Way['deliver'] = async mail => {
    try {
      await withLeases(services, mail, () => smtp.send(mail))
    } catch (error) {
      const trouble = deliveryErrorOf(error)
      const { uid, attempts } = mail
      services.log.warn({ mail: uid, attempts, code: trouble.code }, 'an e-mail did not go out')
      return recordDeliveryError(services, mail, trouble)
    }
    await recordSent(services, mail)
    return undefined
  }
  return { deliver, close: smtp.close }
}

const toFolder = (services: Services): Way => ({
  deliver: async mail => {
    await spoolMail(services.config, mail)
    await recordSpooled(services, mail)
    return undefined
  },
  close: () => undefined,
})

/** Sends e-mails from the outbox while this server runs. */
export const startSender = async (services: Services) => {
  const { config } = services
  const way = config.SMTP_URL ? bySmtp(services, config.SMTP_URL) : toFolder(services)
  // The embedded database serves this process alone, so no other process is sending these e-mails.
  if (!config.DATABASE_URL) await releaseAll(services)
  const delivering = deliverDue<ClaimedMail>(services, {
    resource: 'mails',
    item: 'mail',
    atOnce: AT_ONCE,
    claim: most => claimDueMails(services, most),
    deliver: way.deliver,
    traceOf: ({ message }) => message.traceparent,
  })
  return {
    stop: async () => {
      await delivering.stop()
      way.close()
    },
  }
}
