import { sql } from 'drizzle-orm'
import type { Vecto } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { type DepthReport, readReport } from '~/model/video/depth-report'
import { enqueueJob } from '~/server/features/processing/job-run'
import { subjectOf } from '~/server/features/processing/job-subject'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import type { Context, Services } from '~/server/records/context'
import { assignFile, dropFiles, filesOf, storeGeneratedFile } from '~/server/records/files'
import type { RowOf } from '~/server/records/tables'
import { asServer } from '~/server/records/transaction'
import { readEngine } from '~/server/video/engine'
import type { Segment } from './segment-plan'
import type { MadeBy } from './vecto-run'

/** Days that the segments of a failed 3D video are kept for a retry. */
const KEEP_DAYS = 7

/** A segment that is made: its files, the engine that made it, and its log. */
export type MadeSegment = Segment &
  MadeBy & { readonly stereo: string; readonly low: string; readonly log: string }

type Row = TableRow<'segments'>

const segmentIn = ({ part, first_frame, frames }: Row): Segment => ({ part, first: first_frame, frames })

const madeIn = (row: Row): MadeSegment[] => {
  const { stereo, low, log } = row
  const [engine, quality] = [readEngine(row.engine), readReport(row.quality)]
  if (stereo === null || low === null || !engine) return []
  return [{ ...segmentIn(row), stereo, low, log: log ?? '', engine, quality }]
}

/** The segments of a 3D video in their order, and those of them that are made; none if it is not divided. */
export const readSegments = async (database: Database, uid: string) => {
  const rows = await database.query<Row>(sql`select * from segments where vecto_uid = ${uid} order by part`)
  return { all: rows.map(segmentIn), made: rows.flatMap(madeIn) }
}

/** One segment of a 3D video, and their number; undefined if the 3D video is not divided any more. */
export const readSegment = async (database: Database, uid: string, part: number) => {
  const [row] = await database.query<Pick<Row, 'first_frame' | 'frames'> & { count: number }>(
    sql`select first_frame, frames, (select count(*)::int from segments where vecto_uid = ${uid}) as count
      from segments where vecto_uid = ${uid} and part = ${part}`,
  )
  return row && { segment: { part, first: row.first_frame, frames: row.frames }, count: row.count }
}

/** Divides a 3D video: enqueues a job for each segment that is not made yet. */
export const enqueueSegments = async (context: Context, vecto: Vecto, segments: readonly Segment[]) => {
  const { tx } = context
  for (const { part, first, frames } of segments)
    await tx.run(sql`insert into segments (vecto_uid, part, first_frame, frames)
      values (${vecto.uid}, ${part}, ${first}, ${frames}) on conflict do nothing`)
  const made = new Set((await readSegments(tx, vecto.uid)).made.map(({ part }) => part))
  for (const { part } of segments)
    if (!made.has(part)) await enqueueJob(context, 'make-segment', vectos, vecto, part)
}

/** The owner of the files of segments: not the record, whose files can be downloaded, count as usage and go to the trash. */
const ownerOf = (uid: string) => refOf('segments', uid)

const kinds = ['stereo', 'low'] as const

/** Characters of a segment's log that are kept, its end: hours of video have hundreds of them. */
const LONGEST = 10_000

/** Stores the files of a segment, without an owner. @param paths of the files */
export const storeSegment = async (
  services: Services,
  name: string,
  paths: { readonly [K in (typeof kinds)[number]]: string },
) => {
  const stored = (path: string) =>
    storeGeneratedFile(services, { path, label: `${name}.mp4`, contentType: 'video/mp4' })
  return { stereo: await stored(paths.stereo), low: await stored(paths.low) }
}

/**
 * Records that a segment is made, in the change that ends its job.
 * @returns whether all segments of the 3D video are made
 */
export const keepSegment = async (
  { tx }: Context,
  uid: string,
  part: number,
  files: Awaited<ReturnType<typeof storeSegment>>,
  { engine, quality, log }: MadeBy & { readonly log: string },
) => {
  for (const kind of kinds) await assignFile(tx, files[kind], ownerOf(uid), `${part}.${kind}`)
  await tx.run(sql`update segments set stereo = ${uidOf(files.stereo.ref)}, low = ${uidOf(files.low.ref)},
    engine = ${JSON.stringify(engine)}, quality = ${quality ? JSON.stringify(quality) : null}, log = ${log.slice(-LONGEST)}
    where vecto_uid = ${uid} and part = ${part}`)
  const [left] = await tx.query(
    sql`select 1 from segments where vecto_uid = ${uid} and stereo is null limit 1`,
  )
  return left === undefined
}

/** Removes the segments of a 3D video with their files. */
export const dropSegments = async (context: Context, uid: string) => {
  await dropFiles(context, await filesOf(context.tx, ownerOf(uid)))
  await context.tx.run(sql`delete from segments where vecto_uid = ${uid}`)
}

/** Share of the frames of all segments that are made, 0 to 1; of a segment under way, as far as its job has reported. */
export const shareMade = async (database: Database, uid: string): Promise<number> => {
  const [row] = await database.query<{ share: number | null }>(sql`select
      (sum(s.frames * case when s.stereo is null then coalesce((m.progress ->> 'done')::double precision, 0) else 1 end)
        / sum(s.frames))::double precision as share
    from segments s left join making m on m.subject = ${`${subjectOf(vectos.name, uid)}/`} || s.part
    where s.vecto_uid = ${uid}`)
  return row?.share ?? 0
}

/** The cause that the most frames without measured depth have. */
const mainCause = (segments: readonly { frames: number; quality: DepthReport }[]) => {
  const missing = new Map<DepthReport['cause'], number>()
  for (const { frames, quality } of segments)
    missing.set(quality.cause, (missing.get(quality.cause) ?? 0) + frames * (1 - quality.measured))
  return [...missing].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** The engine and the report of a 3D video from those of its segments; no report unless each has one. */
export const madeByAll = (
  segments: readonly Pick<MadeSegment, 'frames' | 'engine' | 'quality'>[],
): MadeBy => {
  const [first] = segments
  if (!first) throw new Error('A 3D video has no segments')
  const methods = [...new Set(segments.map(({ engine }) => engine.method))]
  const engine = { ...first.engine, method: methods.join(', ') }
  const reported = segments.flatMap(({ frames, quality }) => (quality ? [{ frames, quality }] : []))
  if (reported.length < segments.length) return { engine, quality: undefined }
  const total = segments.reduce((sum, { frames }) => sum + frames, 0)
  const measured = reported.reduce((sum, { frames, quality }) => sum + frames * quality.measured, 0) / total
  return { engine, quality: { ...first.quality, measured, cause: mainCause(reported) } }
}

/** Removes segments that no job needs any more: of 3D videos that are complete, or failed long ago. */
export const removeOldSegments = async (services: Services) => {
  const old = await services.database.query<RowOf<'vectos', 'uid'>>(sql`select distinct v.uid
    from segments s join vectos v on v.uid = s.vecto_uid
    where v.status = 'completed' or (v.status in ('ko', 'timeout') and v.updated_at < now() - make_interval(days => ${KEEP_DAYS}))`)
  for (const { uid } of old)
    await asServer(services, async context => {
      const [row] = await context.tx.query<RowOf<'vectos', 'status'>>(
        sql`select status from vectos where uid = ${uid} and status in ('completed', 'ko', 'timeout') for no key update`,
      )
      if (row) await dropSegments(context, uid)
    })
}
