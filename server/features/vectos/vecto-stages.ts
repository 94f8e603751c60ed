import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Vecto } from '~/model/record-types'
import { uidOf } from '~/model/refs'
import { videos } from '~/model/resources/videos'
import { poseIn } from '~/model/video/spherical'
import type { JobRun } from '~/server/features/processing/job-run'
import { sourcePath } from '~/server/features/processing/source-file'
import { addSpeed } from '~/server/features/processing/speeds'
import { part } from '~/server/features/processing/work-folder'
import { findRow } from '~/server/records/reading/listing'
import { type EngineResult, runEngine } from '~/server/video/engine'
import type { Facts } from '~/server/video/facts'
import { Failure } from '~/server/video/failure'
import { declarationsOf } from '~/server/video/picture-shape'
import { makeStandard, makeStereoLow } from '~/server/video/playable'
import { probe } from '~/server/video/probe'
import { withReadableAudio } from '~/server/video/readable-audio'
import { writeSpherical } from '~/server/video/spherical/write-spherical'
import { checkStereo } from '~/server/video/stereo-shape'
import { type ClipRange, trim } from '~/server/video/trim'
import { advance } from './vecto-steps'

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

/** From `pending` to `trimming`: the clip range, at the requested framerate. */
export const trimmed = async (run: JobRun, vecto: Vecto) => {
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

export type Finished = {
  readonly film: string
  readonly low: string
} & MadeBy

/** All stages between the trimmed clip and the files to store. */
export const finished = async (run: JobRun, vecto: Vecto, input: string): Promise<Finished> => {
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
  const low = await part(work, 'low.mp4', to =>
    makeStereoLow(bench, plain, made, to, seconds => compress(seconds / made.duration)),
  )
  const kept: MadeBy | MadeBy['engine'] = JSON.parse(await readFile(engineFile(run), 'utf8'))
  // A server without grades wrote the engine alone, if it began this job.
  const madeBy = 'engine' in kept ? kept : { engine: kept, quality: undefined }
  return { film, low, ...madeBy }
}
