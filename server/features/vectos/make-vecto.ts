import type { FileDescriptor } from '~/model/fields'
import type { ChangesOf, Vecto } from '~/model/record-of'
import { refOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { type DepthReport, gradeOf } from '~/model/video/depth-report'
import { poseIn } from '~/model/video/spherical'
import type { JobHandler, JobRun } from '~/server/features/processing/job-run'
import { recordIn } from '~/server/features/processing/job-subject'
import { drawPictures, storePictures } from '~/server/features/processing/record-pictures'
import { sourcePath } from '~/server/features/processing/source-file'
import { part } from '~/server/features/processing/work-folder'
import { applyChanges } from '~/server/records/apply'
import type { Services } from '~/server/records/context'
import { assignFile, descriptorOf, findFile, storeGeneratedFile } from '~/server/records/files'
import { type Facts, probe } from '~/server/video/facts'
import { Failure } from '~/server/video/ffmpeg'
import { type Clip, joinClips } from '~/server/video/join-clips'
import { declarationsOf } from '~/server/video/picture-shape'
import { probeWithAudio, withReadableAudio } from '~/server/video/readable-audio'
import {
  copiedAudio,
  makeSprite,
  makeStandard,
  makeStereoPlayable,
  playedAudio,
  type Timeline,
  timelineOf,
  trimAudio,
} from '~/server/video/transcode'
import { writeSpherical } from '~/server/video/write-spherical'
import { segmentsOf } from './segment-plan'
import { dropSegments, enqueueSegments, type MadeSegment, madeByAll, readSegments } from './segments'
import {
  advance,
  clipOf,
  failVecto,
  lastStep,
  type MadeBy,
  rangeOf,
  sourceOf,
  starts,
  stereoOf,
  takeVecto,
} from './vecto-run'

/** Reports the progress within one stage. */
const progressOf = (run: JobRun, vecto: Vecto, stage: string, from: number, to: number) => (share: number) =>
  run.report(vecto, stage, from + Math.min(1, share) * (to - from))

/** The files of a 3D video, and what made them. `logs`: those of its segments. */
type Finished = {
  readonly film: string
  readonly low: string
  readonly sprite: string
  readonly timeline: Timeline
  readonly made: Facts
  readonly logs: readonly string[]
} & MadeBy

/** The finished file (`video360`): declares that it is spherical and stereoscopic. */
const sphericalOf = async (run: JobRun, vecto: Vecto, plain: string) => {
  await advance(run, 'video360')
  return part(run.work, 'film.mp4', async to => {
    const pose = poseIn(await declarationsOf(await sourceOf(run, vecto)))
    await writeSpherical({ from: plain, to, layout: 'top-bottom', software: 'vecto', pose })
  })
}

/** Makes a 3D video of one clip. */
const makeWhole = async (run: JobRun, vecto: Vecto): Promise<Finished> => {
  const { work, bench } = run
  const { trimming, engine, converting, compressing, end } = starts
  const clip = await clipOf(run, vecto, {
    range: rangeOf(vecto),
    soundOf: async (source, facts) => (await withReadableAudio(bench, source, facts)).audio,
    onProgress: progressOf(run, vecto, 'trimming', trimming, engine),
  })
  const stereo = await stereoOf(run, vecto, clip, {
    stages: ['vectorization', 'convert_x264'],
    onProgress: progressOf(run, vecto, 'vectorization', engine, converting),
  })
  const { made, madeBy } = stereo
  await advance(run, 'convert_x264')
  const convert = progressOf(run, vecto, 'convert_x264', converting, compressing)
  const plain = await part(work, 'standard.mp4', to =>
    makeStandard(bench, stereo.film, made, to, seconds => convert(seconds / made.duration)),
  )
  const film = await sphericalOf(run, vecto, plain)
  await advance(run, 'compressing')
  const compress = progressOf(run, vecto, 'compressing', compressing, end)
  const timeline = timelineOf(made)
  const [sprite, low] = await work.parts(['sprite.jpg', 'playable.mp4'] as const, to =>
    makeStereoPlayable(bench, plain, made, timeline, { sprite: to[0], low: to[1] }, seconds =>
      compress(seconds / made.duration),
    ),
  )
  return { film, low, sprite, timeline, made, logs: [], ...madeBy }
}

/** The files of segments on this machine, in their order. @throws Failure file_missing */
const clipsOf = async (
  run: JobRun,
  segments: readonly MadeSegment[],
  kind: 'stereo' | 'low',
  rate: number,
) => {
  const clips: Clip[] = []
  for (const segment of segments) {
    const row = await findFile(run.services.database, segment[kind])
    if (!row) throw new Failure('file_missing', `Segment ${segment.part + 1} has no file`)
    clips.push({ path: await sourcePath(run, descriptorOf(row)), seconds: segment.frames / rate })
  }
  return clips
}

/** The audio of the whole range: segments have none, since encoded audio has gaps where it is joined. */
const audioOf = async (run: JobRun, vecto: Vecto) => {
  const { bench, work } = run
  const source = await sourceOf(run, vecto)
  const { start, audio } = await probeWithAudio(bench, source)
  const range = rangeOf(vecto)
  return audio && part(work, 'audio.m4a', to => trimAudio(bench, source, { start, audio }, range, to))
}

/** Joins the segments of a 3D video, which are all made. */
const joinSegments = async (
  run: JobRun,
  vecto: Vecto,
  segments: readonly MadeSegment[],
): Promise<Finished> => {
  const { work, bench } = run
  const { joining, end } = starts
  await advance(run, 'convert_x264')
  const audio = await audioOf(run, vecto)
  const { framerate } = rangeOf(vecto)
  const [stereos, lows] = [
    await clipsOf(run, segments, 'stereo', framerate),
    await clipsOf(run, segments, 'low', framerate),
  ]
  const middle = (joining + end) / 2
  const convert = progressOf(run, vecto, 'convert_x264', joining, middle)
  const plain = await part(work, 'standard.mp4', to =>
    joinClips(bench, stereos, { path: audio, args: copiedAudio }, to, seconds =>
      convert(seconds / Number(vecto.duration)),
    ),
  )
  const made = await probe(bench, plain)
  checkFrames(made, segments)
  const film = await sphericalOf(run, vecto, plain)
  await advance(run, 'compressing')
  const compress = progressOf(run, vecto, 'compressing', middle, end)
  const low = await part(work, 'playable.mp4', to =>
    joinClips(bench, lows, { path: audio, args: playedAudio }, to, seconds =>
      compress(seconds / made.duration),
    ),
  )
  const timeline = timelineOf(made)
  const sprite = await part(work, 'sprite.jpg', to => makeSprite(bench, low, timeline, to))
  return { film, low, sprite, timeline, made, logs: segments.map(({ log }) => log), ...madeByAll(segments) }
}

/** @throws Error if frames were lost or doubled */
const checkFrames = ({ frames }: Facts, segments: readonly MadeSegment[]) => {
  const total = segments.reduce((sum, segment) => sum + segment.frames, 0)
  if (frames !== total) throw new Error(`The joined segments have ${frames} frames of ${total}`)
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
  const { film, low, sprite, timeline, made, logs, engine, quality } = finished
  const { services, job, os } = run
  const pictures = await drawPictures(run, low, { seconds: made.duration, view: 'stereo' })
  await advance(run, 'uploading')
  const stored = (path: string, label: string, contentType = 'video/mp4') =>
    storeGeneratedFile(services, { path, label, contentType })
  const files: Readonly<Record<string, FileDescriptor>> = {
    'files.data': await stored(film, `${name}.mp4`),
    lowFile: await stored(low, `${name} (low).mp4`),
    sprite: await stored(sprite, `${name} (timeline).jpg`, 'image/jpeg'),
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
      log: run.log.kept(logs),
      ...lastStep(before, 'completed', services.config.WORKER_NAME, os),
    })
    await dropSegments(context, before.uid)
  })
}

/** The usual length of a segment in seconds. */
const SECONDS = 60

/** The seconds of a segment; 0: 3D videos are made as a whole. Other engines than the built-in one may not know `lead`. */
const secondsOfSegment = ({ SEGMENT_SECONDS, VECTO_ENGINE }: Services['config']) =>
  SEGMENT_SECONDS ?? (VECTO_ENGINE ? 0 : SECONDS)

/** The segments of a vecto, as it was divided or is to be; one if it is made as a whole. */
const planOf = async ({ services }: JobRun, vecto: Vecto) => {
  const { all, made } = await readSegments(services.database, vecto.uid)
  const segments = all.length > 0 ? all : segmentsOf(rangeOf(vecto), secondsOfSegment(services.config))
  return { segments, made, isMade: made.length === segments.length }
}

/** Failures after which the files of segments are of no use. */
const lost: readonly string[] = ['file_missing', 'file_damaged']

/**
 * Generates a 3D video from a clip of a 360° video, stage by stage; completed stages are not repeated. A long one is divided
 * into segments with jobs of their own, after which this job runs once more and joins them.
 */
export const makeVecto: JobHandler = {
  name: 'make-vecto',
  run: async run => {
    const vecto = await advance(run, 'pending')
    run.log.add(`${vecto.name}: ${vecto.mode}, ${vecto.offsetStart} s to ${vecto.offsetEnd} s`)
    const { segments, made, isMade } = await planOf(run, vecto)
    if (segments.length > 1 && !isMade)
      return run.finish(async context =>
        enqueueSegments(context, await takeVecto(context, run.job.subject), segments),
      )
    await keep(
      run,
      String(vecto.name),
      await (isMade ? joinSegments(run, vecto, made) : makeWhole(run, vecto)),
    )
  },
  fail: async (context, job, failure, failureContext) => {
    await failVecto(context, job, failure, failureContext)
    if (lost.includes(failure.code)) await dropSegments(context, recordIn(job.subject).uid)
  },
}
