import { choice } from './fields'
import type { TemplateAction } from './mail/mail-templates'
import { keysOf } from './objects'

/** Delivery of a notification: in the panel and by e-mail, only in the panel, or not at all. */
export const notificationWays = ['email', 'panel', 'none'] as const
export type NotificationWay = (typeof notificationWays)[number]

type Kind = {
  /** The e-mail's template; absent: the general one. */
  readonly mail?: TemplateAction
  /** Not configurable: the event already sends its own e-mail. */
  readonly always?: true
}

/** Events that users are notified of. Their texts are in `i18n/<language>/notifications.ts`. */
const notificationKinds = {
  vectoCompleted: { mail: 'vectoCompleted' },
  vectoFailed: { mail: 'vectoFailed' },
  videoCompleted: {},
  videoFailed: {},
  invitationAccepted: {},
  /** Four fifths of the company's minutes are used. */
  quotaLow: {},
  groupInvitation: { always: true },
  accountChanged: { always: true },
  /** Sent to the administrators of the user's company. */
  passwordReset: { always: true },
} as const satisfies Readonly<Record<string, Kind>>

export type NotificationKind = keyof typeof notificationKinds

export const allNotificationKinds = keysOf(notificationKinds)

export const kindOf = (kind: NotificationKind): Kind => notificationKinds[kind]

type ChosenKind = {
  [K in NotificationKind]: (typeof notificationKinds)[K] extends { always: true } ? never : K
}[NotificationKind]

const way = (usual: NotificationWay) => choice(notificationWays, { default: usual, write: ['self'] })

/** The choices of each user, as fields of their record. */
export const notificationChoices = {
  'notify.vectoCompleted': way('email'),
  'notify.vectoFailed': way('email'),
  'notify.videoCompleted': way('panel'),
  'notify.videoFailed': way('panel'),
  'notify.invitationAccepted': way('panel'),
  'notify.quotaLow': way('email'),
} satisfies Readonly<Record<`notify.${ChosenKind}`, unknown>>
