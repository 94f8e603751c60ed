import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FileDescriptor } from '~/model/fields'
import type { ChangesOf, Vecto } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { videos } from '~/model/resources/videos'
import { checkTransition } from '~/model/states'
import { type DepthReport, gradeOf } from '~/model/video/depth-report'
import { isOnTheWay, type VectoStatus, way, withStep } from '~/model/video/processing-states'
import { poseIn } from '~/model/video/spherical'
import {
  addSpeed,
  endOf,
  failRecord,
  type JobHandler,
  type JobRun,
  LeaseLostError,
  sourcePath,
} from '~/server/features/processing/job-run'
import { drawPictures, storePictures } from '~/server/features/processing/record-pictures'
import { part } from '~/server/features/processing/work-folder'
import { changeOf } from '~/server/platform/realtime/changes'
import { applyChanges } from '~/server/records/apply'
import type { Context, Values } from '~/server/records/context'
import { assignFile, storeGeneratedFile } from '~/server/records/files'
import { findRow } from '~/server/records/list'
import { updateRow } from '~/server/records/rows'
import { type EngineResult, runEngine } from '~/server/video/engine'
import { type Facts, probe } from '~/server/video/facts'
import { Failure } from '~/server/video/ffmpeg'
import { checkStereo, declarationsOf } from '~/server/video/picture-shape'
import {
  type ClipRange,
  makeStandard,
  makeStereoPlayable,
  type Timeline,
  timelineOf,
  trim,
  withReadableAudio,
} from '~/server/video/transcode'
import { writeSpherical } from '~/server/video/write-spherical'

const placeOf = (status: unknown) => (isOnTheWay(status) ? way.indexOf(status) : -1)

/** The statuses after one up to and including another; empty if that one is behind. */
const between = (from: unknown, to: VectoStatus) => way.slice(placeOf(from) + 1, placeOf(to) + 1)

const step = async (
  { tx, services }: Context,
  before: Vecto,
  status: VectoStatus,
  os: string,
): Promise<Vecto> => {
  checkTransition(vectos, before.status, status)
  const events = withStep(before.events, status, services.config.WORKER_NAME, os)
  await updateRow(tx, vectos, before, { status, events })
  return { ...before, status, events }
}

/** Loads and locks the vecto in processing, for this run alone to change. @throws LeaseLostError */
const takeVecto = async (context: Context, subject: string): Promise<Vecto> => {
  const uid = subject.slice(subject.lastIndexOf('/') + 1)
  const record = await findRow(context.tx, vectos, uid, 'all', true)
  if (!record || placeOf(record.status) < 0) throw new LeaseLostError(subject)
  return record
}

/**
 * Advances a vecto to a status through those in between. One that is already further stays there, so that a
 * job resumed after an interruption never steps back.
 */
const advance = ({ write, job, os, log, stages }: JobRun, status: VectoStatus): Promise<Vecto> => {
  stages.enter(status)
  return write(async context => {
    let record = await takeVecto(context, job.subject)
    const steps = between(record.status, status)
    for (const each of steps) record = await step(context, record, each, os)
    if (steps.length === 0) return record
    log.add(`Status ${status}`)
    const { services, tx, afterCommit } = context
    await services.changes.publish(tx, changeOf(vectos, record, 'update'), afterCommit)
    return record
  })
}

/** The final step of a vecto, for the change that ends it. */
const lastStep = (before: Values, status: string, worker: string, os: string) => ({
  events: withStep(before.events, status, worker, os),
})

/** Start of each stage as a share of the whole work; the engine takes most of it. */
const starts = { trimming: 0.02, engine: 0.12, converting: 0.88, compressing: 0.93, end: 0.99 } as const

/** Reports the progress within one stage. */
const progressOf = (run: JobRun, vecto: Vecto, stage: string, from: number, to: number) => (share: number) =>
  run.report(vecto, stage, from + Math.min(1, share) * (to - from))

const sourceOf = async (run: JobRun, vecto: Vecto) => {
  const video = await findRow(run.services.database, videos, uidOf(vecto.video?.ref ?? ''), 'all')
  const file = video?.file
  if (!file) throw new Failure('file_missing', 'The 360° video has no file')
  return sourcePath(run, file)
}

const rangeOf = (vecto: Vecto): ClipRange => ({
  from: Number(vecto.offsetStart),
  duration: Number(vecto.duration),
  framerate: Number(vecto.framerate),
})

/** Trims the clip range at the requested framerate (`pending` to `trimming`). */
const trimmed = async (run: JobRun, vecto: Vecto) => {
  await advance(run, 'downloading')
  const source = await sourceOf(run, vecto)
  const facts = await withReadableAudio(run.bench, source, await probe(run.bench, source))
  await advance(run, 'downloaded')
  await advance(run, 'trimming')
  const onProgress = progressOf(run, vecto, 'trimming', starts.trimming, starts.engine)
  const range = rangeOf(vecto)
  return part(run.work, 'trimmed.mp4', to =>
    trim(run.bench, source, facts, range, to, seconds => onProgress(seconds / range.duration)),
  )
}

const stages = ['vectorization', 'convert_x264'] as const
const isStage = (stage: string): stage is (typeof stages)[number] => stages.some(each => each === stage)

const engineFile = (run: JobRun) => path.join(run.work.folder, 'engine.json')

const runIt = async (run: JobRun, vecto: Vecto, input: string, facts: Facts, output: string) => {
  const { services, bench } = run
  const begun = Date.now()
  // Stages are recorded in the order in which the engine reports them.
  let reported: Promise<unknown> = Promise.resolve()
  const onStage = (stage: string) => {
    if (!isStage(stage)) return
    reported = reported.then(() => advance(run, stage))
    // Errors surface once the engine has ended; until then the promise is not awaited.
    reported.catch(() => undefined)
  }
  const request = {
    ...{ input, output, mode: String(vecto.mode), framerate: Number(vecto.framerate) },
    ...{ width: facts.width, height: facts.height, duration: facts.duration },
    cameraHeight: vecto.cameraHeight ?? undefined,
  }
  const onProgress = progressOf(run, vecto, 'vectorization', starts.engine, starts.converting)
  const running = runEngine(bench, services.config, request, { onStage, onProgress })
  // An engine failure comes after all stages reported before it, and takes precedence.
  await running.catch(() => reported.catch(() => undefined))
  const result = await running
  await reported
  // Written before the video gets its final name: where the video exists, this file does too.
  await writeFile(engineFile(run), JSON.stringify({ engine: result.engine, quality: result.quality }))
  await addSpeed(services.database, request.mode, (Date.now() - begun) / 1000, facts)
}

/** `queued` to `vectorization`: the engine generates both eyes. */
const stereo = async (run: JobRun, vecto: Vecto, input: string) => {
  await advance(run, 'queued')
  const one = await probe(run.bench, input)
  await advance(run, 'processing')
  const film = await part(run.work, 'stereo.mp4', to => runIt(run, vecto, input, one, to))
  const made = await probe(run.bench, film)
  checkStereo(made, one)
  return { film, made }
}

/** The engine that made the video, and its report. */
type MadeBy = Pick<EngineResult, 'engine' | 'quality'>

type Finished = {
  readonly film: string
  readonly low: string
  readonly sprite: string
  readonly timeline: Timeline
  readonly pictures: readonly Buffer[]
} & MadeBy

/** All stages between the trimmed clip and the files to store. */
const finished = async (run: JobRun, vecto: Vecto, input: string): Promise<Finished> => {
  const { work, bench } = run
  const { film: raw, made } = await stereo(run, vecto, input)
  await advance(run, 'convert_x264')
  const { converting, compressing, end } = starts
  const convert = progressOf(run, vecto, 'convert_x264', converting, compressing)
  const plain = await part(work, 'standard.mp4', to =>
    makeStandard(bench, raw, made, to, seconds => convert(seconds / made.duration)),
  )
  await advance(run, 'video360')
  const film = await part(work, 'film.mp4', async to => {
    const pose = poseIn(await declarationsOf(await sourceOf(run, vecto)))
    await writeSpherical({ from: plain, to, layout: 'top-bottom', software: 'vecto', pose })
  })
  await advance(run, 'compressing')
  const compress = progressOf(run, vecto, 'compressing', compressing, end)
  const timeline = timelineOf(made)
  const [sprite, low] = await work.parts(['sprite.jpg', 'playable.mp4'] as const, to =>
    makeStereoPlayable(bench, plain, made, timeline, { sprite: to[0], low: to[1] }, seconds =>
      compress(seconds / made.duration),
    ),
  )
  const pictures = await drawPictures(run, low, { seconds: made.duration, view: 'stereo' })
  const kept: MadeBy | MadeBy['engine'] = JSON.parse(await readFile(engineFile(run), 'utf8'))
  // A server without grades wrote the engine alone, if it began this job.
  const madeBy = 'engine' in kept ? kept : { engine: kept, quality: undefined }
  return { film, low, sprite, timeline, pictures, ...madeBy }
}

/**
 * The grade of a 3D video as its fields; without a report of the engine there is none.
 * @param refunds whether a poor grade gives the reserved seconds back
 */
export const gradeFields = (report: DepthReport | undefined, refunds: boolean): ChangesOf<typeof vectos> => {
  if (!report) return {}
  const grade = gradeOf(report)
  return {
    grade,
    measured: report.measured,
    gradeCause: grade === 'good' ? null : (report.cause ?? 'unclear'),
    refunded: refunds && grade === 'poor',
  }
}

/** Stores files before the record: a crash in between leaves files without an owner, which are swept. */
const keep = async (run: JobRun, name: string, finished: Finished) => {
  const { film, low, sprite, timeline, pictures, engine, quality } = finished
  const { services, job, os } = run
  const made = (path: string, label: string, contentType = 'video/mp4') =>
    storeGeneratedFile(services, { path, label, contentType })
  const files: Readonly<Record<string, FileDescriptor>> = {
    'files.data': await made(film, `${name}.mp4`),
    lowFile: await made(low, `${name} (low).mp4`),
    sprite: await made(sprite, `${name} (timeline).jpg`, 'image/jpeg'),
  }
  await run.finish(async context => {
    const before = await takeVecto(context, job.subject)
    for (const [field, file] of Object.entries(files))
      await assignFile(context.tx, file, refOf('vectos', before.uid), field)
    await applyChanges(context, vectos, before, {
      ...files,
      ...(await storePictures(context, refOf('vectos', before.uid), pictures)),
      timeline,
      engine,
      ...gradeFields(quality, services.config.REFUND_POOR),
      status: 'completed',
      progress: null,
      reason: null,
      reasonCode: null,
      log: run.log.kept(),
      ...lastStep(before, 'completed', services.config.WORKER_NAME, os),
    })
  })
}

/** Generates a 3D video from a clip of a 360° video, stage by stage. Completed stages are not repeated. */
export const makeVecto: JobHandler = {
  name: 'make-vecto',
  run: async run => {
    const vecto = await advance(run, 'pending')
    run.log.add(`${vecto.name}: ${vecto.mode}, ${vecto.offsetStart} s to ${vecto.offsetEnd} s`)
    const part = await trimmed(run, vecto)
    const made = await finished(run, vecto, part)
    await advance(run, 'uploading')
    await keep(run, String(vecto.name), made)
  },
  fail: (context, job, failure, { log, os }) =>
    failRecord(context, job, failure, vectos, before => ({
      log: log.kept(),
      ...lastStep(before, endOf(failure), context.services.config.WORKER_NAME, os),
    })),
}
