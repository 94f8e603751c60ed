import { sql } from 'drizzle-orm'
import type { Config } from '~/server/platform/config/config'
import type { Database } from '~/server/platform/database/database'

/** The delivery status of mail: on its way, waiting for the mail server, or no mail server configured. */
export const deliveryStatuses = ['sent', 'waiting', 'outbox'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Error codes that concern the mail server, not a single e-mail. */
export const serverErrors = ['unreachable', 'timeout', 'tls', 'auth', 'refused'] as const

/** @returns `waiting` if the mail server was unreachable last and no e-mail was sent since */
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
