import { sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import type { Facts } from '~/server/video/facts'

/** Weight of the earlier measurements at each new one. */
const KEPT = 0.7

/** Default seconds per million pixels of one eye, before any measurement: a typical machine of two cores. */
const usual: Readonly<Record<string, number>> = { fast: 0.08, 'accurate.video': 0.2, 'accurate.image': 0.08 }

/** Records how long the engine took for a video; `seconds` of work. */
export const addSpeed = (database: Database, mode: string, seconds: number, film: Facts) => {
  const megapixels = (film.width * film.height * film.duration * film.framerate) / 1e6
  return database.run(sql`insert into engine_speeds (mode, seconds, megapixels) values (${mode}, ${seconds}, ${megapixels})
    on conflict (mode) do update set seconds = engine_speeds.seconds * ${KEPT} + excluded.seconds,
      megapixels = engine_speeds.megapixels * ${KEPT} + excluded.megapixels`)
}

/** Seconds of work per million pixels of one eye, by mode. */
export const readSpeeds = async (database: Database): Promise<Readonly<Record<string, number>>> => {
  const rows = await database.query<TableRow<'engine_speeds', 'mode'> & { pace: number }>(
    sql`select mode, seconds / megapixels as pace from engine_speeds where megapixels > 0`,
  )
  return { ...usual, ...Object.fromEntries(rows.map(({ mode, pace }) => [mode, pace])) }
}
