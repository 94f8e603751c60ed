import { sql } from 'drizzle-orm'
import { mails } from '~/model/resources/mails'
import type { Database } from '../db/database'
import { changeOf } from '../realtime/changes'
import type { Services } from '../services'
import type { Message } from './letter'
import { serverTroubles } from './outlook'
import type { Outgoing } from './transport'
import type { Trouble } from './troubles'

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

export type Taken = Outgoing & { readonly attempts: number }

const tell = (services: Services, uid: string) =>
  services.changes.tell(services.database, changeOf(mails, { uid }, 'update'))

const isWritten = (message: Row['message']): message is Message => message !== null && 'html' in message

/** Takes e-mails that are due, each for one sender alone, until its lease ends. */
export const takeDue = async (services: Services, most: number): Promise<Taken[]> => {
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
export const holding = async <T>(
  { database, log }: Services,
  { uid }: Taken,
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

/** It is the mail server's now: what it said is nobody else's any more. The way is open, so all that waited for it goes. */
export const recordSent = async (services: Services, { uid }: Taken) => {
  await services.database.transaction(async tx => {
    await tx.run(sql`update mails set status = 'sent', sent_at = now(), updated_at = now(), next_at = null,
      message = '{}', reason = null, reason_code = null where uid = ${uid}`)
    await tx.run(sql`update mails set next_at = now() where status = 'waiting' and next_at > now()
      and reason_code = any(${sql.param([...serverTroubles])})`)
  })
  await tell(services, uid)
}

/** Removes what a mail server took long ago; what failed or was kept stays until somebody deals with it. */
export const sweepSent = (database: Database) =>
  database.run(
    sql`delete from mails where status = 'sent' and sent_at < now() - make_interval(days => ${SENT_DAYS})`,
  )

export const recordKept = async (services: Services, { uid }: Taken) => {
  await services.database.run(sql`update mails set status = 'kept', updated_at = now(), next_at = null,
    reason = null, reason_code = null where uid = ${uid}`)
  await tell(services, uid)
}

const pauseAfter = (attempts: number) => pauses[Math.min(attempts, pauses.length) - 1] ?? pauses[0]

/**
 * Writes why a try failed, and when the next one is.
 * @returns seconds until then; undefined where there is none
 */
export const recordTrouble = async (
  services: Services,
  { uid, attempts, createdAt }: Taken,
  { code, reason, final }: Trouble,
): Promise<number | undefined> => {
  const over = final || Date.now() - createdAt.getTime() > HOURS * 3_600_000
  const pause = pauseAfter(attempts)
  await services.database.run(sql`update mails set status = ${over ? 'failed' : 'waiting'}, updated_at = now(),
    reason = ${reason}, reason_code = ${code},
    next_at = ${over ? null : sql`now() + make_interval(secs => ${pause})`} where uid = ${uid} and status = 'sending'`)
  await tell(services, uid)
  return over ? undefined : pause
}
