import { sql } from 'drizzle-orm'
import type { Config } from '~/server/platform/config/config'
import { isFilled } from '~/server/platform/database/migrations'
import { deliveryErrorOf } from '~/server/platform/mail/delivery-errors'
import { senderOf, smtpTransport } from '~/server/platform/mail/transport'
import type { Services } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'
import { deliveryStatus } from './enqueue-mail'

/** Timeout of the connection check in milliseconds. */
const PATIENCE = 8_000

const serverOf = ({ SMTP_URL }: Config) => (SMTP_URL ? new URL(SMTP_URL).host : null)

type Counts = { waiting: string; failed: string; kept: string; last_sent: Date | null }
type Last = RowOf<'mails', 'reason' | 'reason_code' | 'tried_at'>

/** Mail status for root; includes only the host of SMTP_URL. `outlook`: see `enqueueMail`. */
export const mailState = async ({ config, database }: Services) => {
  const [counts] = await database.query<Counts>(sql`select
    count(*) filter (where status in ('waiting', 'sending')) as waiting,
    count(*) filter (where status = 'failed') as failed,
    count(*) filter (where status = 'kept') as kept,
    (select max(sent_at) from mails) as last_sent
    from mails where status in ('waiting', 'sending', 'failed', 'kept')`)
  const [last] = await database.query<Last>(sql`select reason, reason_code, tried_at from mails
    where reason is not null and reason_code is not null and tried_at is not null order by tried_at_sort desc limit 1`)
  return {
    outlook: await deliveryStatus(database, config),
    server: serverOf(config),
    from: senderOf(config),
    waiting: Number(counts?.waiting ?? 0),
    failed: Number(counts?.failed ?? 0),
    kept: Number(counts?.kept ?? 0),
    lastSentAt: counts?.last_sent?.toISOString() ?? null,
    lastFailure:
      last && isFilled(last, 'reason', 'reason_code', 'tried_at')
        ? { reason: last.reason, reasonCode: last.reason_code, at: last.tried_at.toISOString() }
        : null,
  }
}

/** Connects to the mail server and signs in. `reachable` is null if none is configured. */
export const reachMailServer = async (config: Config) => {
  if (!config.SMTP_URL) return { reachable: null, reason: null, reasonCode: null }
  const smtp = smtpTransport(config, config.SMTP_URL)
  try {
    await smtp.verify(PATIENCE)
    return { reachable: true, reason: null, reasonCode: null }
  } catch (error) {
    const { reason, code } = deliveryErrorOf(error)
    return { reachable: false, reason, reasonCode: code }
  } finally {
    smtp.close()
  }
}
