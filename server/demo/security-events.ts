import type { SecurityEventKind } from '~/model/resources/security-events'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, type DemoRow, HOUR, linkTo } from './cast'

type Plan = {
  readonly event: SecurityEventKind
  /** Indexes of the affected user and the actor among the demo's users; absent: unknown. */
  readonly user?: number
  readonly by?: number
  readonly hours: number
  readonly details?: object
}

const plans: readonly Plan[] = [
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
  plans.map(({ event, user, by, hours, details = {} }, index) => {
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
