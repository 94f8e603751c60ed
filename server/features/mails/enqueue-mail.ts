import { sql } from 'drizzle-orm'
import type { RichText } from '~/model/fields'
import type { TemplateText } from '~/model/mail-message'
import type { TemplateAction } from '~/model/mail-templates'
import { refOf } from '~/model/refs'
import { mails } from '~/model/resources/mails'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { changeOf } from '~/server/platform/realtime/changes'
import { notificationOf } from '~/server/platform/realtime/notifications'
import { activeTraceparent } from '~/server/platform/tracing/spans'
import type { Context } from '~/server/records/hooks'
import { insertRow } from '~/server/records/writing/rows'
import { type DeliveryStatus, deliveryStatus } from './delivery-status'
import { type MailRequest, writeMessage } from './message'

export type { DeliveryStatus, MailRequest }

type MailContext = Pick<Context, 'services' | 'tx' | 'afterCommit'>

const latestTemplate = async (tx: Database, action: TemplateAction): Promise<TemplateText | undefined> => {
  const [row] = await tx.query<{ subject: RichText | null; content: RichText | null }>(
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
  const now = new Date()
  const { subject, message } = writeMessage(request, template ?? (await latestTemplate(tx, action)))
  const mail = {
    ...{ uid: newUid(), email: to.email, action, lang: to.lang, status: 'waiting', attempts: 0 },
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

type Mail = Awaited<ReturnType<typeof writeMail>>

/** Notifies the user in the panel, and by web push where no tab of the panel is open. */
const notify = async ({ services, tx, afterCommit }: MailContext, { to }: MailRequest, mail: Mail) => {
  const notice = to.user && notificationOf(to.user, mail)
  if (!notice) return
  await services.changes.publish(tx, notice, afterCommit)
  // A push service may be slow, so the request does not wait for it.
  afterCommit(() => void services.push.send(notice).catch(error => services.log.warn(error, 'push')))
}

/**
 * Enqueues an e-mail in the caller's transaction: it is sent if, and only if, the change commits. For urgent
 * actions its reader gets a notification too.
 * @returns the delivery status: `sent` it is on its way, `waiting` the mail server does not answer and
 * delivery is retried, `outbox` no mail server is configured and root reads it at /admin/outbox
 */
export const enqueueMail = async (context: MailContext, request: MailRequest): Promise<DeliveryStatus> => {
  await notify(context, request, await writeMail(context, request))
  return deliveryStatus(context.tx, context.services.config)
}
