import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Vecto } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { videos } from '~/model/resources/videos'
import { checkTransition } from '~/model/states'
import { isOnTheWay, type VectoStatus, way, withStep } from '~/model/video/processing-states'
import { addSpeed } from '~/server/features/processing/engine-speeds'
import {
  endOf,
  failRecord,
  type JobHandler,
  type JobRun,
  LeaseLostError,
} from '~/server/features/processing/job-run'
import { recordIn } from '~/server/features/processing/job-subject'
import { sourcePath } from '~/server/features/processing/source-file'
import { part } from '~/server/features/processing/work-folder'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context, Values } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import { updateRow } from '~/server/records/rows'
import { type EngineResult, runEngine } from '~/server/video/engine'
import { type Facts, probe } from '~/server/video/facts'
import { Failure } from '~/server/video/ffmpeg'
import { checkStereo } from '~/server/video/picture-shape'
import { type ClipRange, trim } from '~/server/video/transcode'

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
export const takeVecto = async (context: Context, subject: string): Promise<Vecto> => {
  const record = await findRow(context.tx, vectos, recordIn(subject).uid, 'all', true)
  if (!record || placeOf(record.status) < 0) throw new LeaseLostError(subject)
  return record
}

/**
 * Advances a vecto to a status through those in between. One that is already further stays there, so that a
 * job resumed after an interruption never steps back.
 */
export const advance = ({ write, job, os, log, stages }: JobRun, status: VectoStatus): Promise<Vecto> => {
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
export const lastStep = (before: Values, status: string, worker: string, os: string) => ({
  events: withStep(before.events, status, worker, os),
})

/** The 360° video of a vecto, on this machine. @throws Failure file_missing */
export const sourceOf = async (run: JobRun, vecto: Vecto) => {
  const video = await findRow(run.services.database, videos, uidOf(vecto.video?.ref ?? ''), 'all')
  const file = video?.file
  if (!file) throw new Failure('file_missing', 'The 360° video has no file')
  return sourcePath(run, file)
}

export const rangeOf = (vecto: Vecto): ClipRange => ({
  from: Number(vecto.offsetStart),
  duration: Number(vecto.duration),
  framerate: Number(vecto.framerate),
})

/** Start of each stage as a share of the whole work; the engine takes most of it. */
export const starts = {
  ...{ trimming: 0.02, engine: 0.12, converting: 0.88, compressing: 0.93, end: 0.99 },
  /** Where segments that are made in its place are joined. */
  joining: 0.95,
} as const

type Progress = (share: number) => void

/** `soundOf` chooses the audio of the source; undefined: the clip is silent. */
type Cutting = {
  readonly range: ClipRange
  readonly soundOf: (source: string, facts: Facts) => Facts['audio'] | Promise<Facts['audio']>
  readonly onProgress: Progress
}

/**
 * Cuts a range out of the 360° video, at its frame rate (`downloading` to `trimming`).
 * @returns the path of the clip
 */
export const clipOf = async (run: JobRun, vecto: Vecto, { range, soundOf, onProgress }: Cutting) => {
  await advance(run, 'downloading')
  const source = await sourceOf(run, vecto)
  const facts = await probe(run.bench, source)
  const heard = { ...facts, audio: await soundOf(source, facts) }
  await advance(run, 'downloaded')
  await advance(run, 'trimming')
  return part(run.work, 'trimmed.mp4', to =>
    trim(run.bench, source, heard, range, to, seconds => onProgress(seconds / range.duration)),
  )
}

/** The engine that made a video, and its report. */
export type MadeBy = Pick<EngineResult, 'engine' | 'quality'>

const engineFile = (run: JobRun) => path.join(run.work.folder, 'engine.json')

/** A server without grades wrote the engine alone, if it began this job. */
const readMadeBy = async (run: JobRun): Promise<MadeBy> => {
  const kept: MadeBy | MadeBy['engine'] = JSON.parse(await readFile(engineFile(run), 'utf8'))
  return 'engine' in kept ? kept : { engine: kept, quality: undefined }
}

/** `lead`: frames at the beginning of the clip that are not part of the result; `stages`: those of the engine that are statuses. */
type Making = {
  readonly lead?: number
  readonly stages: readonly VectoStatus[]
  readonly onProgress: Progress
}

/** Advances the vecto in the order in which the engine reports its stages. */
const stagesOf = (run: JobRun, stages: readonly VectoStatus[]) => {
  let recorded: Promise<unknown> = Promise.resolve()
  return {
    onStage: (said: string) => {
      const stage = stages.find(each => each === said)
      if (!stage) return
      recorded = recorded.then(() => advance(run, stage))
      // Errors surface once the engine has ended; until then the promise is not awaited.
      recorded.catch(() => undefined)
    },
    recorded: () => recorded,
  }
}

const runOn = async (
  run: JobRun,
  vecto: Vecto,
  { input, output, facts }: { readonly input: string; readonly output: string; readonly facts: Facts },
  { lead, stages, onProgress }: Making,
) => {
  const { services, bench } = run
  const begun = Date.now()
  const { onStage, recorded } = stagesOf(run, stages)
  const request = {
    ...{ input, output, mode: String(vecto.mode), framerate: Number(vecto.framerate) },
    ...{ width: facts.width, height: facts.height, duration: facts.duration },
    ...{ cameraHeight: vecto.cameraHeight ?? undefined, lead: lead || undefined },
  }
  const running = runEngine(bench, services.config, request, { onStage, onProgress })
  // An engine failure comes after all stages reported before it, and takes precedence.
  await running.catch(() => recorded().catch(() => undefined))
  const result = await running
  await recorded()
  // Written before the video gets its final name: where the video exists, this file does too.
  await writeFile(engineFile(run), JSON.stringify({ engine: result.engine, quality: result.quality }))
  await addSpeed(services.database, request.mode, (Date.now() - begun) / 1000, facts)
}

/** Makes both eyes of a clip (`queued` to `vectorization`). */
export const stereoOf = async (run: JobRun, vecto: Vecto, input: string, making: Making) => {
  await advance(run, 'queued')
  const facts = await probe(run.bench, input)
  await advance(run, 'processing')
  const film = await part(run.work, 'stereo.mp4', output =>
    runOn(run, vecto, { input, output, facts }, making),
  )
  const made = await probe(run.bench, film)
  checkStereo(made, { ...facts, frames: facts.frames && facts.frames - (making.lead ?? 0) })
  return { film, made, madeBy: await readMadeBy(run) }
}

/** Records a failure on the 3D video. */
export const failVecto: NonNullable<JobHandler['fail']> = (context, job, failure, { log, os }) =>
  failRecord(context, job, failure, vectos, before => ({
    log: log.kept(),
    ...lastStep(before, endOf(failure), context.services.config.WORKER_NAME, os),
  }))
