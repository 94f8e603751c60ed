import { catalogues } from '~/i18n/catalogues'
import { languages } from '~/model/languages'
import type { NotificationKind } from '~/model/notification-kinds'
import { staffRoles } from '~/model/roles'
import { notificationTexts } from '~/server/features/notifications/notification-text'
import { newUid } from '~/server/platform/crypto/tokens'
import { reasonText, securityEventLabel } from '~/server/records/labels'
import { type Cast, type DemoRow, HOUR, linkTo } from './cast'
import { accounts, type DemoUser } from './users'

type Plan = {
  readonly kind: NotificationKind
  readonly path: string
  readonly hours: number
  readonly read: boolean
}

const plans: readonly Plan[] = [
  { kind: 'vectoFailed', path: '/video3d#failedScenes', hours: 1, read: false },
  { kind: 'vectoCompleted', path: '/video3d', hours: 4, read: false },
  { kind: 'invitationAccepted', path: '/user', hours: 22, read: true },
  { kind: 'videoCompleted', path: '/video360', hours: 30, read: true },
  { kind: 'accountChanged', path: '/user/record', hours: 200, read: true },
]

/** What those are told who neither make videos nor invite users. */
const ofEverybody: readonly NotificationKind[] = ['accountChanged']

const rowOf = ({ now }: Cast, user: DemoUser, { kind, path, hours, read }: Plan): DemoRow => {
  const lang = languages.find(each => each === user.lang) ?? 'en'
  const createdAt = new Date(now.getTime() - hours * HOUR)
  const texts = notificationTexts(kind, each => ({
    note: catalogues[each].notifications.videoNotes.ready,
    ...{ vecto: 'Harbour at dawn', video: 'Harbour at dawn', person: 'Grace Hopper', company: '' },
    ...{
      reason: reasonText('not_enough_parallax', each),
      event: securityEventLabel('passwordChanged', each),
    },
  }))
  const own = { ...texts[lang], texts, user: linkTo('users', user) }
  return { uid: newUid(), kind, ...own, path, read, createdAt, updatedAt: createdAt }
}

/** What each account whose password is shown was told of. */
export const demoNotifications = (cast: Cast): DemoRow[] =>
  accounts.flatMap(({ name, role }) => {
    const isStaff = staffRoles.some(each => each === role)
    return plans
      .filter(({ kind }) => isStaff || ofEverybody.includes(kind))
      .map(plan => rowOf(cast, cast.account(name), plan))
  })
