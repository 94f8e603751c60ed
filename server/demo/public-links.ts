import { sql } from 'drizzle-orm'
import { hashToken, newSessionToken, newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { type Cast, DAY, type DemoRow, linkTo } from './cast'
import { between, pick, type Random, seeded } from './files/random'

/** 3D videos of a company that have public links. */
const SHOWN = 3
/** Days of the past with views. */
const DAYS = 60

const plans = [
  { name: 'Website', days: 30, domains: ['www.museum.example', 'museum.example'] },
  { name: 'Newsletter of the spring', days: -20, domains: [] },
  { name: 'Press', days: 90, domains: [], status: 'revoked' },
  { name: 'Partners', days: 200, domains: [] },
] as const

const shownOf = (cast: Cast, vectos: readonly DemoRow[]) =>
  cast.companies.flatMap(company => {
    const done = vectos.filter(
      ({ status, company: of }) =>
        status === 'completed' && JSON.stringify(of) === JSON.stringify(linkTo('companies', company)),
    )
    const maker = cast.crew(company).find(({ role }) => role === 'admin') ?? cast.root
    return done.slice(0, SHOWN).map(vecto => ({ vecto, maker }))
  })

/** Views and watch time of one day; at the weekend fewer. */
const dayOf = (random: Random, at: Date, length: number) => {
  const isQuiet = [0, 6].includes(at.getUTCDay())
  const views = Math.floor(between(random, 0, isQuiet ? 8 : 30))
  return { views, seconds: Math.round(views * length * between(random, 0.4, 0.9)) }
}

/** Links of completed 3D videos in every status, and the views that they led to. Their secrets are discarded. */
export const demoPublicLinks = (cast: Cast, vectos: readonly DemoRow[]) => {
  const random = seeded(14)
  const shown = shownOf(cast, vectos)
  const days = shown.flatMap(({ vecto }) =>
    Array.from({ length: DAYS }, (_, index) => {
      const at = new Date(cast.now.getTime() - (DAYS - index) * DAY)
      return {
        vecto_uid: vecto.uid,
        day: at.toISOString().slice(0, 10),
        ...dayOf(random, at, Number(vecto.duration)),
      }
    }).filter(({ views }) => views > 0),
  )
  const sumOf = (uid: string, key: 'views' | 'seconds') =>
    days.filter(({ vecto_uid: of }) => of === uid).reduce((sum, day) => sum + day[key], 0)
  const links = shown.flatMap(({ vecto, maker }): DemoRow[] =>
    plans.map(({ name, days: lasts, domains, ...plan }, index) => {
      const createdAt = new Date(cast.now.getTime() - (DAYS + 2 + index) * DAY)
      const share = pick(random, [0.1, 0.15, 0.2])
      return {
        uid: newUid(),
        name,
        vecto: linkTo('vectos', vecto),
        company: vecto.company,
        status: lasts < 0 ? 'ended' : 'active',
        expiresAt: new Date(cast.now.getTime() + lasts * DAY),
        domains: [...domains],
        views: Math.floor(sumOf(vecto.uid, 'views') * share),
        seconds: Math.floor(sumOf(vecto.uid, 'seconds') * share),
        createdBy: linkTo('users', maker),
        secretHash: hashToken(newSessionToken()),
        createdAt,
        updatedAt: createdAt,
        ...plan,
      }
    }),
  )
  return { links, days }
}

export type DemoPlaybackDay = ReturnType<typeof demoPublicLinks>['days'][number]

export const insertPlaybackDays = (tx: Database, rows: readonly DemoPlaybackDay[]) =>
  tx.run(sql`insert into playback_days (vecto_uid, day, views, seconds)
    select vecto_uid, day, views, seconds from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(vecto_uid text, day date, views bigint, seconds float8)`)
