import { type SQL, sql } from 'drizzle-orm'
import { catalogues } from '~/i18n/catalogues'
import { ownerOf, scopeFor } from '~/model/access'
import type { Fields, Resource } from '~/model/define'
import { covers } from '~/model/grants'
import { type Language, languages } from '~/model/languages'
import { renderSubject, type Values } from '~/model/mail/mail-message'
import { kindOf, type NotificationKind, type NotificationWay } from '~/model/notification-kinds'
import { fromKeys } from '~/model/objects'
import { refOf } from '~/model/refs'
import { notifications } from '~/model/resources/notifications'
import { users } from '~/model/resources/users'
import { cut } from '~/model/text'
import { enqueueMail } from '~/server/features/mails/enqueue-mail'
import { principalOfUser } from '~/server/features/sessions/sessions'
import { panelAddress } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/migrations'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context } from '~/server/records/context'
import { insertRow } from '~/server/records/rows'
import { type ColumnsOf, columnOf, type RowOf } from '~/server/records/tables'

/** Longest texts that a row holds. */
const MOST_TITLE = 300
const MOST_DETAIL = 500

/** Title (the event) and detail (its reason, or the next step). @param values by placeholder */
const textIn = (kind: NotificationKind, lang: Language, values: Values) => {
  const { title, detail } = catalogues[lang].notifications[kind]
  return {
    title: cut(renderSubject(title, values), MOST_TITLE),
    detail: cut(renderSubject(detail, values), MOST_DETAIL) || null,
  }
}

type NotificationText = ReturnType<typeof textIn>

/** The text in each language. @param values by placeholder, in that language */
export const notificationTexts = (
  kind: NotificationKind,
  values: (lang: Language) => Values,
): Readonly<Record<Language, NotificationText>> =>
  fromKeys(languages, lang => textIn(kind, lang, values(lang)))

/** The recipients: one user, or the administrators of a company, but for one of them. Uids. */
type Audience = { readonly user: string } | { readonly administratorsOf: string; readonly except?: string }

type Recipient = RowOf<'users', 'uid' | 'email' | 'firstname' | 'lastname' | 'company_uid'> & {
  readonly lang: Language
  readonly company: ColumnsOf<'companies'>['name']
  readonly way: NotificationWay
}

const audienceWhere = (audience: Audience): SQL =>
  'user' in audience
    ? sql`u.uid = ${audience.user}`
    : sql`u.company_uid = ${audience.administratorsOf} and u.role = 'admin' and u.uid <> ${audience.except ?? ''}`

const fields: Fields = users.fields

/** The delivery that each user chose; `none` for users whose notifications root switched off. */
const wayOf = (kind: NotificationKind): SQL => {
  if (kindOf(kind).always) return sql`'panel'`
  const key = `notify.${kind}`
  const field = fields[key]
  const chosen = sql`u.${sql.identifier(columnOf(key, field))}`
  return sql`case when u.notifications then coalesce(${chosen}, ${field?.default ?? 'none'}) else 'none' end`
}

/** The active users of an audience who have not switched off this kind. */
const recipientsOf = async (tx: Database, kind: NotificationKind, audience: Audience) => {
  const found = await tx.query<Recipient>(sql`select u.uid, u.email, u.firstname, u.lastname,
      coalesce(u.lang, 'en') as lang, c.name as company, u.company_uid, ${wayOf(kind)} as way
    from users u left join companies c on c.uid = u.company_uid
    where u.status = 'active' and ${audienceWhere(audience)}`)
  return found.filter(({ way }) => way !== 'none')
}

/** The panel's page for notification preferences. */
const CHOICES = '/user/record#notifications'

export type Message = {
  readonly kind: NotificationKind
  readonly to: Audience
  /** The subject of the notification: users who may not read it any more are not notified. */
  readonly about?: { readonly resource: Resource; readonly record: Readonly<Record<string, unknown>> }
  /** The panel's address of the subject. */
  readonly path: string
  /** The session whose tabs show the outcome themselves, and need no toast. */
  readonly causedBy?: string | undefined
  /** Values by placeholder, in the reader's language. */
  readonly values: (lang: Language) => Readonly<Record<string, string>>
}

/** The part of a change's context that notifications need. */
export type NotifyingContext = Pick<Context, 'services' | 'tx' | 'afterCommit' | 'now'>

type Texts = ReturnType<typeof notificationTexts>

/** Inserts the row, and publishes it to the user's open tabs and browser after the commit. */
const writeRow = async (
  context: NotifyingContext,
  { uid: user, lang }: Recipient,
  message: Message,
  texts: Texts,
) => {
  const { services, tx, afterCommit, now } = context
  const { kind, path, causedBy } = message
  const row = {
    ...{ uid: newUid(), kind, ...texts[lang], texts, path, read: false, createdAt: now, updatedAt: now },
    causedBy,
    user: { ref: refOf('users', user) },
  }
  await insertRow(tx, notifications, row)
  await services.changes.publish(tx, changeOf(notifications, row, 'create'), afterCommit)
  const notification = { user, id: row.uid, title: texts[lang].title, path, at: now.toISOString(), causedBy }
  await services.changes.publish(tx, notification, afterCommit)
  afterCommit(() => {
    const sending = services.push.send(notification).catch(error => services.log.warn(error, 'push'))
    // A push service may be slow: only a request of a function, which rests afterwards, waits for it.
    return services.push.isAwaited ? sending : undefined
  })
}

const sendMail = (
  context: NotifyingContext,
  reader: Recipient & { email: string },
  message: Message,
  text: NotificationText,
) => {
  const { uid, email, firstname, lastname, lang, company, company_uid } = reader
  const panel = panelAddress(context.services.config)
  return enqueueMail(context, {
    action: kindOf(message.kind).mail ?? 'notification',
    to: { email, lang, user: uid, company: company_uid ?? undefined },
    values: {
      ...{ firstname: firstname ?? '', lastname: lastname ?? '', company: company ?? '' },
      ...{ event: text.title, detail: text.detail ?? '' },
      ...message.values(lang),
      ...{ link: panel + message.path, preferences: panel + CHOICES },
    },
  })
}

/** Whether the user may read the subject: they may have lost a role, a company or a partner's access since the request. */
const mayRead = async ({ tx }: NotifyingContext, uid: string, { about }: Message) => {
  if (!about) return true
  const { resource, record } = about
  const found = await principalOfUser(tx, uid)
  return (
    found !== undefined &&
    covers(scopeFor(resource, 'read', found.principal.actor), ownerOf(resource, record))
  )
}

/**
 * Notifies users in the transaction of a change, if, and only if, it commits. Each user's preference decides about the
 * e-mail; kinds without a preference send their own e-mail.
 */
export const notify = async (context: NotifyingContext, message: Message) => {
  const texts = notificationTexts(message.kind, message.values)
  for (const reader of await recipientsOf(context.tx, message.kind, message.to)) {
    if (!(await mayRead(context, reader.uid, message))) continue
    await writeRow(context, reader, message, texts)
    if (reader.way === 'email' && isFilled(reader, 'email'))
      await sendMail(context, reader, message, texts[reader.lang])
  }
}
