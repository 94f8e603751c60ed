import { catalogues } from '~/i18n/catalogues'
import { labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { staffRoles } from '~/model/grants'
import { languages } from '~/model/languages'
import type { NotificationKind } from '~/model/notification-kinds'
import { refOf, refOfRecord, refsIn } from '~/model/refs'
import { downloads } from '~/model/resources/downloads'
import type { SecurityEventKind } from '~/model/resources/security-events'
import { users } from '~/model/resources/users'
import { notificationTexts } from '~/server/features/notifications/notify'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Values } from '~/server/records/context'
import { reasonText, securityEventLabel } from '~/server/records/kinds'
import { type Cast, type DemoRow, HOUR, linkTo } from './cast'
import type { DemoDownload } from './downloads'
import { accounts, type DemoUser } from './users'

type SecurityPlan = {
  readonly event: SecurityEventKind
  /** Indexes of the affected user and the actor among the demo's users; absent: unknown. */
  readonly user?: number
  readonly by?: number
  readonly hours: number
  readonly details?: object
}

const securityPlans: readonly SecurityPlan[] = [
  { event: 'signInFailed', user: 12, hours: 0.5, details: { code: 'wrong_password' } },
  { event: 'signInFailed', hours: 0.6, details: { email: 'admin@nobody.example', code: 'user_not_found' } },
  { event: 'signInBlocked', user: 12, hours: 0.7 },
  {
    event: 'refused',
    user: 4,
    by: 4,
    hours: 2,
    details: { action: 'PATCH /users/:uid', code: 'forbidden_role' },
  },
  { event: 'passwordChanged', user: 9, by: 9, hours: 6 },
  { event: 'passwordReset', user: 14, by: 14, hours: 11 },
  { event: 'roleChanged', user: 15, by: 0, hours: 26, details: { from: 'editor', to: 'manager' } },
  {
    event: 'emailChanged',
    user: 16,
    by: 0,
    hours: 30,
    details: { from: 'old@demo.example', to: 'new@demo.example' },
  },
  { event: 'statusChanged', user: 17, by: 0, hours: 50, details: { from: 'active', to: 'disabled' } },
  { event: 'secondFactorOn', user: 2, by: 2, hours: 72 },
  { event: 'recoveryCodesRenewed', user: 2, by: 2, hours: 73 },
  { event: 'secondFactorOff', user: 18, by: 0, hours: 99 },
  { event: 'thirdPartyUnlinked', user: 19, by: 0, hours: 120 },
]

/** Events of every kind. The IP addresses are from a range reserved for documentation. */
export const demoSecurityEvents = ({ people, companies, now }: Cast): DemoRow[] =>
  securityPlans.map(({ event, user, by, hours, details = {} }, index) => {
    const [about, author] = [user, by].map(place => (place === undefined ? undefined : people[place]))
    const company = companies.find(({ uid }) => about?.company.ref === `companies/${uid}`)
    const createdAt = new Date(now.getTime() - hours * HOUR)
    return {
      ...{ uid: newUid(), event, details, createdAt, updatedAt: createdAt },
      address: `192.0.2.${10 + index}`,
      user: about ? linkTo('users', about) : null,
      by: author ? linkTo('users', author) : null,
      company: company ? linkTo('companies', company) : null,
    }
  })

type NotificationPlan = {
  readonly kind: NotificationKind
  readonly path: string
  readonly hours: number
  readonly read: boolean
}

const notificationPlans: readonly NotificationPlan[] = [
  { kind: 'vectoFailed', path: '/video3d#failedScenes', hours: 1, read: false },
  { kind: 'vectoCompleted', path: '/video3d', hours: 4, read: false },
  { kind: 'invitationAccepted', path: '/user', hours: 22, read: true },
  { kind: 'videoCompleted', path: '/video360', hours: 30, read: true },
  { kind: 'accountChanged', path: '/user/record', hours: 200, read: true },
]

/** Notification kinds of users who neither make videos nor invite users. */
const ofEverybody: readonly NotificationKind[] = ['accountChanged']

const rowOf = ({ now }: Cast, user: DemoUser, { kind, path, hours, read }: NotificationPlan): DemoRow => {
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

/** Notifications of each account whose password is shown. */
export const demoNotifications = (cast: Cast): DemoRow[] =>
  accounts.flatMap(({ name, role }) => {
    const isStaff = staffRoles.some(each => each === role)
    return notificationPlans
      .filter(({ kind }) => isStaff || ofEverybody.includes(kind))
      .map(plan => rowOf(cast, cast.account(name), plan))
  })

type DemoEvent = { readonly event: string; readonly at: Date; readonly user: unknown; readonly args: object }

/** The network address is from a range reserved for documentation. */
const eventOf = (resource: Resource, record: DemoRow, { event, at, user, args }: DemoEvent): DemoRow => {
  const company = ownerOf(resource, record).company
  return {
    uid: newUid(),
    event,
    type: resource.name,
    object: refOfRecord(resource, record),
    label: labelOf(resource, record) || null,
    user,
    company: company ? { ref: refOf('companies', company) } : null,
    args,
    address: '192.0.2.7',
    agent: 'Firefox, Linux',
    createdAt: at,
    updatedAt: at,
  }
}

/** The create event of a record. */
export const createEvent = ({ root }: Cast, resource: Resource, record: DemoRow): DemoRow =>
  eventOf(resource, record, {
    event: 'create',
    at: record.createdAt,
    user: record.createdBy ?? { ref: refOf('users', root.uid) },
    args: { label: labelOf(resource, record) || record.uid },
  })

const MINUTE = 60_000

const updateEvent = (resource: Resource, record: DemoRow, changes: Values): DemoRow =>
  eventOf(resource, record, {
    event: 'update',
    at: new Date(record.createdAt.getTime() + MINUTE),
    user: record.createdBy,
    args: { changes },
  })

/** Rename events for every nth record. */
export const renameEvents = (resource: Resource, records: readonly DemoRow[], every: number): DemoRow[] =>
  records
    .filter((_, index) => index % every === 0)
    .map(record => updateEvent(resource, record, { name: ['Untitled', record.name] }))

/** Access changes for every fourth record. */
export const accessEvents = (
  resource: Resource,
  { people }: Cast,
  records: readonly DemoRow[],
): DemoRow[] => {
  const names = new Map(people.map(user => [`users/${user.uid}`, labelOf(users, user)]))
  return records
    .filter((_, index) => index % 4 === 0)
    .map(record => {
      const all = refsIn(record.accessList).map(ref => names.get(ref) ?? '')
      return updateEvent(resource, record, { accessList: [all.slice(0, -1), all] })
    })
}

/** Download events of installers by users of all companies, matching the records' counts. */
export const downloadEvents = ({ people }: Cast, made: readonly DemoDownload[]): DemoRow[] => {
  const active = people.filter(({ status }) => status === 'active')
  return made.flatMap(({ download, file, fetched }, index) =>
    fetched.map((at, nth) =>
      eventOf(downloads, download, {
        event: 'download',
        at,
        user: { ref: refOf('users', active[(index * 31 + nth * 7) % active.length]?.uid ?? '') },
        args: { label: file.label },
      }),
    ),
  )
}
