import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ApiError } from '~/model/errors'
import { longestBeat } from '~/model/public-links'
import { hashToken } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { pathPart } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'

/** The 3D video that is played, and the public link that it is played through. */
type Played = { readonly vecto: string; readonly link?: string }

/** The present UTC day, by the database's clock. */
const today = sql`(now() at time zone 'UTC')::date`

const notFound = () => new ApiError('not_found', 'There is no such playback')

/**
 * Locks the 3D video against its deletion, before any row that goes with it: a deletion and a view wait for each other, and
 * never in a circle. @throws ApiError 404 if it has been deleted
 */
const holdVecto = async (tx: Database, vecto: string) => {
  if ((await tx.query(sql`select 1 from vectos where uid = ${vecto} for share`)).length === 0)
    throw notFound()
}

/** Before the playback, which goes with its link. */
const holdLink = (tx: Database, link: string | null) =>
  link === null ? undefined : tx.query(sql`select 1 from public_links where uid = ${link} for no key update`)

const addToDay = (tx: Database, vecto: string, views: number, seconds: number) =>
  tx.run(sql`insert into playback_days as d (vecto_uid, day, views, seconds)
    values (${vecto}, ${today}, ${views}, ${seconds})
    on conflict (vecto_uid, day) do update set views = d.views + excluded.views, seconds = d.seconds + excluded.seconds`)

const addToLink = async (tx: Database, link: string | null | undefined, views: number, seconds: number) => {
  if (!link) return
  await tx.run(sql`update public_links set views = views + ${views}, seconds = coalesce(seconds, 0) + ${seconds}
    where uid = ${link}`)
}

/** Counts a view. @returns the random id by which the player reports watch time; it identifies no viewer */
export const countView = async (tx: Database, { vecto, link }: Played) => {
  const playback = randomBytes(24).toString('base64url')
  await holdVecto(tx, vecto)
  await tx.run(sql`insert into playbacks (id_hash, vecto_uid, link_uid)
    values (${hashToken(playback)}, ${vecto}, ${link ?? null})`)
  await addToLink(tx, link, 1, 0)
  await addToDay(tx, vecto, 1, 0)
  return playback
}

export const beginPlayback = ({ database }: Pick<Services, 'database'>, played: Played) =>
  database.transaction(tx => countView(tx, played))

export const playbackParams = { playback: pathPart }

/** Seconds played since the last report. */
export const reported = z.object({
  seconds: z.number({ error: 'invalid' }).min(0, 'too_small').max(86_400, 'too_large').meta({ example: 15 }),
})

type Report = {
  readonly playback: string
  /** Null: the panel's own. */
  readonly link: string | null
  readonly seconds: number
}

/**
 * Adds watch time: no more than has passed since the view began or was last reported, by the database's clock, and no more than
 * one report may add. @throws ApiError 404 for an unknown playback, one of another link, or one that began a day ago
 */
export const addSeconds = ({ database }: Pick<Services, 'database'>, { playback, link, seconds }: Report) =>
  database.transaction(async tx => {
    const isOne = sql`id_hash = ${hashToken(playback)} and link_uid is not distinct from ${link}
      and begun_at > now() - interval '1 day'`
    const [found] = await tx.query<TableRow<'playbacks', 'vecto_uid'>>(
      sql`select vecto_uid from playbacks where ${isOne}`,
    )
    if (!found) throw notFound()
    await holdVecto(tx, found.vecto_uid)
    await holdLink(tx, link)
    const [counted] = await tx.query<{ seconds: number }>(sql`update playbacks p
      set beat_at = greatest(p.beat_at, now())
      from (select id_hash, beat_at from playbacks where ${isOne} for update) before
      where p.id_hash = before.id_hash
      returning greatest(0, least(${seconds}::float8, ${longestBeat}::float8,
        extract(epoch from now() - before.beat_at)::float8)) as seconds`)
    if (!counted) throw notFound()
    if (counted.seconds === 0) return
    await addToLink(tx, link, 0, counted.seconds)
    await addToDay(tx, found.vecto_uid, 0, counted.seconds)
  })

/** Forgets playbacks after a day: what remains are the sums. */
export const forgetPlaybacks = ({ database }: Pick<Services, 'database'>) =>
  database.run(sql`delete from playbacks where begun_at < now() - interval '1 day'`)
