import { sql } from 'drizzle-orm'
import { mails } from '~/model/resources/mails'
import type { Database } from '~/server/platform/database/database'
import type { DeliveryError } from '~/server/platform/mail/delivery-errors'
import type { Message, Outgoing } from '~/server/platform/mail/transport'
import { changeOf } from '~/server/platform/realtime/changes'
import { noHooks, type Values } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import { asServer } from '~/server/records/writing/as-server'
import { applyChanges } from '~/server/records/writing/update-record'
import { serverErrors } from './delivery-status'

/** Seconds before each try after the first; the last holds from then on. */
const pauses = [5, 30, 120, 600, 1800, 3600, 10_800] as const
const HOURS = 72
/** Days for which the outbox tells that an e-mail went out. */
const SENT_DAYS = 90
/** Seconds without a sign of life after which whoever was sending an e-mail is gone. */
const LEASE = 20
const BEAT = 5000

type Row = {
  uid: string
  email: string
  lang: string
  subject: string
  message: Message | Record<string, never> | null
  attempts: string
  created_at: Date
}

export type ClaimedMail = Outgoing & { readonly attempts: number }

const tell = (services: Services, uid: string) =>
  services.changes.publish(services.database, changeOf(mails, { uid }, 'update'))

const isWritten = (message: Row['message']): message is Message => message !== null && 'html' in message

/** Takes e-mails that are due, each for one sender alone, until its lease ends. */
export const claimDueMails = async (services: Services, most: number): Promise<ClaimedMail[]> => {
  const rows =
    await services.database.query<Row>(sql`update mails set status = 'sending', attempts = attempts + 1,
      tried_at = now(), updated_at = now(), next_at = now() + make_interval(secs => ${LEASE})
    where uid in (select uid from mails where status in ('waiting', 'sending') and coalesce(next_at, now()) <= now()
      order by created_at limit ${most} for update skip locked)
    returning uid, email, lang, subject, message, attempts, created_at`)
  for (const { uid } of rows) await tell(services, uid)
  return rows.flatMap(({ message, attempts, created_at, ...row }) =>
    isWritten(message) ? [{ ...row, message, attempts: Number(attempts), createdAt: created_at }] : [],
  )
}

/** Keeps an e-mail from other senders while `work` goes on. */
export const withLeases = async <T>(
  { database, log }: Services,
  { uid }: ClaimedMail,
  work: () => Promise<T>,
): Promise<T> => {
  const beat = () =>
    database
      .run(
        sql`update mails set next_at = now() + make_interval(secs => ${LEASE}) where uid = ${uid} and status = 'sending'`,
      )
      .catch(error => log.warn({ mail: uid, error: String(error) }, 'the outbox'))
  const beating = setInterval(beat, BEAT)
  try {
    return await work()
  } finally {
    clearInterval(beating)
  }
}

/** Those whose sender ended with the process. @returns how many; only where no other server can be sending */
export const releaseAll = ({ database }: Services) =>
  database.run(sql`update mails set next_at = now() where status = 'sending'`)

/** Ends a try of this sender: nothing where the e-mail is no longer being sent, since somebody else has it then. */
const endTry = (services: Services, { uid }: ClaimedMail, changes: Values) =>
  asServer(services, async context => {
    const before = await findRow(context.tx, mails, uid, 'all', true)
    if (before?.status !== 'sending') return
    await applyChanges(
      context,
      mails,
      before,
      { ...changes, updatedAt: context.now },
      { kind: 'silent', hooks: noHooks },
    )
  })

/** It is the mail server's now: what it said is nobody else's any more. The way is open, so all that waited for it goes. */
export const recordSent = async (services: Services, mail: ClaimedMail) => {
  const done = {
    status: 'sent',
    sentAt: new Date(),
    nextAt: null,
    message: {},
    reason: null,
    reasonCode: null,
  }
  await endTry(services, mail, done)
  await services.database.run(sql`update mails set next_at = now() where status = 'waiting' and next_at > now()
    and reason_code = any(${sql.param([...serverErrors])})`)
}

/** Removes what a mail server took long ago; what failed or was kept stays until somebody deals with it. */
export const clearSentMessages = (database: Database) =>
  database.run(
    sql`delete from mails where status = 'sent' and sent_at < now() - make_interval(days => ${SENT_DAYS})`,
  )

export const recordSpooled = (services: Services, mail: ClaimedMail) =>
  endTry(services, mail, { status: 'kept', nextAt: null, reason: null, reasonCode: null })

const pauseAfter = (attempts: number) => pauses[Math.min(attempts, pauses.length) - 1] ?? pauses[0]

/**
 * Writes why a try failed, and when the next one is.
 * @returns seconds until then; undefined where there is none
 */
export const recordDeliveryError = async (
  services: Services,
  mail: ClaimedMail,
  { code, reason, final }: DeliveryError,
): Promise<number | undefined> => {
  const over = final || Date.now() - mail.createdAt.getTime() > HOURS * 3_600_000
  const pause = pauseAfter(mail.attempts)
  await endTry(services, mail, {
    status: over ? 'failed' : 'waiting',
    reason,
    reasonCode: code,
    nextAt: over ? null : new Date(Date.now() + pause * 1000),
  })
  return over ? undefined : pause
}
