import { sql } from 'drizzle-orm'
import type { TemplateText } from '~/model/mail/mail-message'
import type { TemplateAction } from '~/model/mail/mail-templates'
import { refOf } from '~/model/refs'
import { mails } from '~/model/resources/mails'
import { newUid } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import { changeOf } from '~/server/platform/realtime/changes'
import { activeTraceparent } from '~/server/platform/tracing/spans'
import type { Context } from '~/server/records/hooks'
import type { RowOf } from '~/server/records/tables/row-of'
import { insertRow } from '~/server/records/writing/rows'
import { type DeliveryStatus, deliveryStatus } from './delivery-status'
import { type MailRequest, writeMessage } from './message'

export type { DeliveryStatus, MailRequest }

type MailContext = Pick<Context, 'services' | 'tx' | 'afterCommit'>

const latestTemplate = async (tx: Database, action: TemplateAction): Promise<TemplateText | undefined> => {
  const [row] = await tx.query<RowOf<'templates', 'subject' | 'content'>>(
    sql`select subject, content from templates where action = ${action} and active and type = 'email'
      order by created_at desc, uid desc limit 1`,
  )
  return row
}

/**
 * Writes an e-mail into the outbox in the caller's transaction; it is sent after the commit.
 * @param template default: the latest active template of the action, else the built-in text
 */
export const writeMail = async (
  { services, tx, afterCommit }: MailContext,
  request: MailRequest,
  template?: TemplateText,
) => {
  const { action, to } = request
  const now = databaseTime()
  const { subject, message } = writeMessage(request, template ?? (await latestTemplate(tx, action)))
  const mail = {
    ...{ uid: newUid(), email: to.email, action, lang: to.lang, attempts: 0 },
    status: 'waiting' as const,
    ...{ subject, message: { ...message, traceparent: activeTraceparent() } },
    user: to.user ? { ref: refOf('users', to.user) } : null,
    company: to.company ? { ref: refOf('companies', to.company) } : null,
    ...{ nextAt: now, createdAt: now, updatedAt: now },
  }
  await insertRow(tx, mails, mail)
  // The sender subscribes to this event like any client.
  await services.changes.publish(tx, changeOf(mails, mail, 'create'), afterCommit)
  return mail
}

/**
 * Enqueues an e-mail in the caller's transaction: it is sent if, and only if, the change commits.
 * @returns the delivery status: `sent` it is on its way, `waiting` the mail server does not answer and
 * delivery is retried, `outbox` no mail server is configured and root reads it at /admin/outbox
 */
export const enqueueMail = async (context: MailContext, request: MailRequest): Promise<DeliveryStatus> => {
  await writeMail(context, request)
  return deliveryStatus(context.tx, context.services.config)
}
