import { sql } from 'drizzle-orm'
import { convert } from 'html-to-text'
import { catalogues } from '~/i18n/catalogues'
import { type Language, languages } from '~/model/languages'
import { type BuiltInTexts, compose, type TemplateText, type Values } from '~/model/mail/mail-message'
import type { TemplateAction } from '~/model/mail/mail-templates'
import { fromKeys } from '~/model/objects'
import { refOf } from '~/model/refs'
import { mails } from '~/model/resources/mails'
import { type Config, panelAddress } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import type { Message } from '~/server/platform/mail/transport'
import { changeOf } from '~/server/platform/realtime/changes'
import { activeTraceparent } from '~/server/platform/tracing/spans'
import type { Context } from '~/server/records/context'
import { productName } from '~/server/records/kinds'
import { insertRow } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

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

/** Built-in texts, used if there is no template. */
export const mailTexts: Readonly<Record<Language, BuiltInTexts>> = fromKeys(
  languages,
  lang => catalogues[lang].mail,
)

/** Sample values for a test e-mail; its link leads to the panel. */
export const sampleValues = (config: Config, lang: Language): Values => ({
  ...catalogues[lang].mail.samples,
  link: `${panelAddress(config)}/home`,
})

/**
 * An e-mail to compose. `values` by placeholder; `firstname` may be missing, `email` and `product` are set.
 */
export type MailRequest = {
  readonly action: TemplateAction
  /** `user` and `company`: uids, for readers of the outbox. */
  readonly to: {
    readonly email: string
    readonly lang: Language
    readonly user?: string | undefined
    readonly company?: string | undefined
  }
  readonly values: Values
}

const valuesFor = ({ to, values }: MailRequest): Values => ({
  ...values,
  // Fall back to the address where the first name is missing.
  firstname: values.firstname?.trim() || to.email,
  email: to.email,
  product: productName,
})

/**
 * Lines are not wrapped, since mail programs wrap them. A link's address has a line of its own below its text: programs that
 * make it clickable take a bracket or a full stop after it for a part of it.
 */
const asText = (html: string) =>
  convert(html, {
    wordwrap: false,
    formatters: {
      linkOnItsLine: (element, walk, builder) => {
        const address = String(element.attribs?.href ?? '')
        const only = element.children?.[0]
        const isBare = element.children?.length === 1 && only?.data?.trim() === address
        if (!isBare) walk(element.children ?? [], builder)
        builder.addLineBreak()
        builder.addLiteral(address)
        builder.addLineBreak()
      },
    },
    selectors: [
      { selector: 'a', format: 'linkOnItsLine' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(selector => ({ selector, options: { uppercase: false } })),
    ],
  })

/** @param template default: the built-in text of the request's language */
export const writeMessage = (
  request: MailRequest,
  template: TemplateText | undefined,
): { readonly subject: string; readonly message: Message } => {
  const { action, to } = request
  const { subject, html } = compose(action, to.lang, template, mailTexts[to.lang], valuesFor(request))
  return { subject, message: { html, text: asText(html) } }
}

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
