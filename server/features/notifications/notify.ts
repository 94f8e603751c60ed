import { ownerOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { covers } from '~/model/grants'
import type { Language } from '~/model/languages'
import { kindOf, type NotificationKind } from '~/model/notification-kinds'
import { refOf } from '~/model/refs'
import { notifications } from '~/model/resources/notifications'
import { enqueueMail } from '~/server/features/mails/enqueue-mail'
import { principalOfUser } from '~/server/features/sessions/principal-of-user'
import { panelAddress } from '~/server/platform/config/panel-address'
import { newUid } from '~/server/platform/crypto/tokens'
import { isFilled } from '~/server/platform/database/is-filled'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context } from '~/server/records/hooks'
import { insertRow } from '~/server/records/writing/rows'
import { type NotificationText, notificationTexts } from './notification-text'
import { type Audience, type Recipient, recipientsOf } from './recipients'

/** The panel's page where users choose what they are told. */
const CHOICES = '/user/record#notifications'

export type Message = {
  readonly kind: NotificationKind
  readonly to: Audience
  /** The record that it tells of: whoever may not read it any more is not told. */
  readonly about?: { readonly resource: Resource; readonly record: Readonly<Record<string, unknown>> }
  /** The panel's address of what it tells of. */
  readonly path: string
  /** The session whose tabs show the outcome themselves, and need no toast. */
  readonly causedBy?: string | undefined
  /** By placeholder, in the reader's language. */
  readonly values: (lang: Language) => Readonly<Record<string, string>>
}

/** What a change needs to notify users. */
export type NotifyingContext = Pick<Context, 'services' | 'tx' | 'afterCommit' | 'now'>

type Texts = ReturnType<typeof notificationTexts>

/** The row, and the messages that tell the user's open tabs and browser of it after the commit. */
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
  // A push service may be slow, so the request does not wait for it.
  afterCommit(() => void services.push.send(notification).catch(error => services.log.warn(error, 'push')))
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

/** A user may have lost a role, a company or a partner's access since they asked for it. */
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
 * Notifies users in the transaction of a change, each in the way that they chose: if, and only if, it commits. Kinds that
 * users cannot choose send their e-mail themselves.
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
