import { sql } from 'drizzle-orm'
import type { Config } from '~/server/platform/config/config'
import type { Database } from '~/server/platform/database/database'

/** What can honestly be said of an e-mail now: it is on its way, the mail server does not take any, there is none. */
export type DeliveryStatus = 'sent' | 'waiting' | 'outbox'

/** Reasons that lie with the way to the mail server, not with one e-mail. */
export const serverErrors = ['unreachable', 'timeout', 'tls', 'auth', 'refused'] as const

/** @returns `waiting` while the mail server was last out of reach and nothing went out since */
export const deliveryStatus = async (
  database: Database,
  { SMTP_URL }: Pick<Config, 'SMTP_URL'>,
): Promise<DeliveryStatus> => {
  if (!SMTP_URL) return 'outbox'
  const [trouble] = await database.query(sql`select 1 from mails
    where tried_at_sort > (select coalesce(max(sent_at_sort), '-infinity') from mails)
      and reason_code = any(${sql.param([...serverErrors])}) limit 1`)
  return trouble ? 'waiting' : 'sent'
}
