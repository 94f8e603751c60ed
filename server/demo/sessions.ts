import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { refIn } from '~/model/refs'
import { users } from '~/model/resources/users'
import { viewMinutes } from '~/model/view-as'
import { hashToken, newSessionToken, newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { type Cast, DAY, type DemoRow, HOUR, linkTo, MINUTE, momentIn } from './cast'
import { pick, type Random, seeded } from './files/random'
import type { DemoUser } from './users'

/** One view as another user per company: root helped one of its users. */
export const demoViewings = ({ companies, crew, root, now }: Cast): DemoRow[] =>
  companies.map((company, index) => {
    const [person] = crew(company)
    const createdAt = new Date(now.getTime() - (index + 1) * DAY)
    const later = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE)
    return {
      uid: newUid(),
      person: linkTo('users', person),
      name: labelOf(users, person),
      by: linkTo('users', root),
      company: linkTo('companies', company),
      expiresAt: later(viewMinutes),
      endedAt: later(7 + index),
      secretHash: hashToken(newSessionToken()),
      createdAt,
      updatedAt: createdAt,
    }
  })

const SESSIONS = 3000
const OPEN = 40

type Device = {
  readonly name: string
  readonly platform: string
  readonly env?: readonly [string, string, number]
}

const devices: readonly [Device, ...Device[]] = [
  { name: 'Chrome', platform: 'Windows' },
  { name: 'Unity', platform: 'Android', env: ['Android OS 14 / API-34', 'Oculus Quest 3', 7805] },
  { name: 'Firefox', platform: 'Windows' },
  { name: 'Unity', platform: 'Windows', env: ['Windows 11 (10.0.26100) 64bit', 'Precision 3680', 32_480] },
  { name: 'Safari', platform: 'macOS' },
  { name: 'Unity', platform: 'Android', env: ['Android OS 12L / API-32', 'Oculus Quest 2', 5842] },
  { name: 'Edge', platform: 'Windows' },
  { name: 'Unity', platform: 'Android', env: ['Android OS 10 / API-29', 'Pico A8110', 5743] },
  { name: 'Safari', platform: 'iOS' },
]

/** Cities by country, which follows the user's language. */
const places: Readonly<Record<string, readonly [string, ...string[]]>> = {
  FR: ['Nantes', 'Lyon', 'Grenoble', 'Paris', 'Brest'],
  GB: ['Leeds', 'Bristol', 'London', 'Inverness'],
  ES: ['Málaga', 'Logroño', 'Madrid', 'Santander'],
}
const countryOf = (lang: unknown) => (lang === 'fr' ? 'FR' : lang === 'es' ? 'ES' : 'GB')

const deviceFields = ({ name, platform, env }: Device, index: number) => ({
  'agent.name': name,
  'agent.platform': platform,
  'env.operatingSystem': env?.[0] ?? null,
  'env.unityVersion': env ? '2022.3.62f1' : null,
  'env.buildVersion': env ? `4.${index % 5}.${index % 3}` : null,
  'env.deviceModel': env?.[1] ?? null,
  'env.systemMemSize': env?.[2] ?? null,
})

const session = (random: Random, user: DemoUser, index: number, now: Date): DemoRow => {
  const isOpen = index < OPEN
  const since = new Date(Math.max(user.createdAt.getTime(), now.getTime() - (isOpen ? 2 : 365) * DAY))
  const createdAt = momentIn(random, since, now)
  // Most sessions last minutes; a few last hours.
  const duration = Math.round(40 + 8 * (HOUR / 1000) * random() ** 5)
  const endedAt = isOpen ? null : new Date(Math.min(now.getTime(), createdAt.getTime() + duration * 1000))
  const country = countryOf(user.lang)
  const asked = index % 9 === 0
  return {
    uid: newUid(),
    user: linkTo('users', user),
    company: user.company,
    endedAt,
    duration: endedAt && Math.round((endedAt.getTime() - createdAt.getTime()) / 1000),
    offlineRequested: asked,
    offlineGranted: asked && user.offlineEnabled === true,
    ...deviceFields(pick(random, devices), index),
    city: pick(random, places[country] ?? ['London']),
    country,
    createdAt,
    updatedAt: endedAt ?? createdAt,
  }
}

/** A year of sessions; the first ones are still open. */
export const demoSessions = ({ people, now }: Cast): DemoRow[] => {
  const random = seeded(5)
  const seen = people.filter(({ status }) => status === 'active')
  const [first] = seen
  if (!first) return []
  // Each user once, then random users.
  const at = (index: number) => (index < seen.length ? index : Math.floor(random() * seen.length))
  return Array.from({ length: SESSIONS }, (_, index) => session(random, seen[at(index)] ?? first, index, now))
}

const IDLE = 30 * DAY

/** Creates an unknown token for each open session, because maintenance ends sessions without one. */
export const openSessions = async (tx: Database, rows: readonly DemoRow[], people: readonly DemoUser[]) => {
  const byRef = new Map(people.map(user => [`users/${user.uid}`, user]))
  for (const { uid, endedAt, user: link, createdAt } of rows) {
    const user = byRef.get(refIn(link) ?? '')
    if (endedAt !== null || !user) continue
    await tx.run(sql`insert into auth_user (id, name, email)
      values (${user.uid}, ${labelOf(users, user)}, ${user.email}) on conflict (id) do nothing`)
    await tx.run(sql`insert into auth_session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
      values (${uid}, ${user.uid}, ${hashToken(newSessionToken())}, ${new Date(createdAt.getTime() + IDLE)}, ${createdAt}, ${createdAt})`)
  }
}
