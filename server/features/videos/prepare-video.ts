import type { FileDescriptor } from '~/model/fields'
import type { ChangesOf, Video } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { videos } from '~/model/resources/videos'
import { isEquirectangular } from '~/model/video/picture-shape'
import type { Declared } from '~/model/video/spherical'
import {
  failRecord,
  type JobHandler,
  type JobRun,
  LeaseLostError,
} from '~/server/features/processing/job-run'
import { shrinkPicture, storePictures } from '~/server/features/processing/record-pictures'
import { sourcePath } from '~/server/features/processing/source-file'
import { makeOrdered } from '~/server/features/vectos/ordered-vecto'
import { applyChanges } from '~/server/records/apply'
import type { Context } from '~/server/records/context'
import { assignFile, dropFiles, type GeneratedFile, storeGeneratedFile } from '~/server/records/files'
import { findRow } from '~/server/records/list'
import { type Facts, probeMade, requireWhole } from '~/server/video/facts'
import { Failure } from '~/server/video/ffmpeg'
import { declarationsOf, examineShape } from '~/server/video/picture-shape'
import { probeWithAudio, soundOf } from '~/server/video/readable-audio'
import { makePlayable, timelineOf } from '~/server/video/transcode'
import { stitched } from './stitch-stages'
import { surveyLater } from './survey-video'

/** Minimum width and height in pixels; anything smaller is not usable. */
const SMALLEST = 64
/** Seconds, and the share of the whole, by which a video may be shorter than its header claims. */
const SLACK = { seconds: 0.5, share: 0.02 }
/** End of the playback stage as a share of the whole work. */
const END = 0.98

export const checkSize = ({ width, height }: Pick<Facts, 'width' | 'height'>) => {
  if (width < SMALLEST || height < SMALLEST)
    throw new Failure('too_small', `The picture is ${width}x${height}`)
}

type Lasting = Pick<Facts, 'duration'>

/** Rejects a video whose header claims more than its data holds. */
export const checkLength = (claimed: Lasting, real: Lasting) => {
  const missing = claimed.duration - real.duration
  if (missing > Math.max(SLACK.seconds, claimed.duration * SLACK.share))
    throw new Failure(
      'truncated',
      `The film should last ${claimed.duration.toFixed(2)} s and ends after ${real.duration.toFixed(2)} s`,
    )
}

type Examined = { readonly facts: Facts; readonly declared: readonly Declared[] }

/** Probes a video and checks that it is usable. @throws Failure */
const examined = async ({ bench }: JobRun, source: string): Promise<Examined> => {
  const facts = await probeWithAudio(bench, source)
  await requireWhole(source)
  checkSize(facts)
  return { facts, declared: await declarationsOf(source) }
}

/**
 * Generates the playback files of a 360° video, a low-resolution video, the timeline images and a poster, and names the
 * shape of its frames.
 * @param from share of the whole work done before
 */
const watchable = async (
  run: JobRun,
  video: Video,
  source: string,
  { facts, declared }: Examined,
  from: number,
) => {
  const { bench, work, report } = run
  const timeline = timelineOf(facts)
  const onProgress = (seconds: number) =>
    report(video, 'playable', from + (seconds / facts.duration) * (END - from))
  const view = isEquirectangular(facts) ? 'sphere' : 'flat'
  const [smallFrames, picture, poster, sprite, low] = await work.parts(
    ['small-frames.rgb', 'picture.jpg', 'poster.jpg', 'sprite.jpg', 'low.mp4'] as const,
    ([small, image, large, strip, film]) => {
      const stills = { smallFrames: small, picture: image, poster: large, view } as const
      return makePlayable(bench, source, facts, timeline, { sprite: strip, low: film }, onProgress, stills)
    },
  )
  // Never rejects.
  const pictures = shrinkPicture(run, async () => picture)
  const real = await probeMade(bench, low)
  checkLength(facts, real)
  const shape = await examineShape({ declared, facts }, { path: smallFrames, of: real })
  return { low, poster, sprite, timeline, shape, pictures: await pictures }
}

/** Share of the whole work that stitching two camera files takes. */
const JOINING = 0.8

const takeVideo = async (context: Context, subject: string): Promise<Video> => {
  const record = await findRow(context.tx, videos, uidOf(subject), 'all', true)
  if (!record?.pending || !['pending', 'converting'].includes(String(record.status)))
    throw new LeaseLostError(subject)
  return record
}

const keepAll = async (run: JobRun, made: Readonly<Record<string, GeneratedFile>>) => {
  const kept: Record<string, FileDescriptor> = {}
  for (const [field, file] of Object.entries(made)) kept[field] = await storeGeneratedFile(run.services, file)
  return kept
}

const finish = (
  run: JobRun,
  files: Readonly<Record<string, FileDescriptor>>,
  facts: ChangesOf<typeof videos>,
  pictures: readonly Buffer[],
) =>
  run.finish(async context => {
    const before = await takeVideo(context, run.job.subject)
    for (const [field, file] of Object.entries(files))
      await assignFile(context.tx, file, refOf('videos', before.uid), field)
    const camera = before.deleteInsv ? { insv1: null, insv2: null } : {}
    const gone = before.deleteInsv ? [before.insv1, before.insv2].filter(file => file !== null) : []
    await dropFiles(
      context,
      gone.map(({ ref }) => uidOf(ref)),
    )
    const whole = files.file ? { size: files.file.size } : {}
    await applyChanges(context, videos, before, {
      ...{ ...files, ...facts, ...camera, ...whole },
      ...(await storePictures(context, refOf('videos', before.uid), pictures)),
      ...{ status: 'completed' as const, pending: false, progress: null, reason: null, reasonCode: null },
    })
    const ready = await findRow(context.tx, videos, before.uid, 'all')
    if (!ready) return
    await makeOrdered(context, ready)
    await surveyLater(context, ready)
  })

const factsFor = ({ width, height, duration, framerate, codec, spherical }: Facts) => ({
  ...{ width, height, duration, framerate, codec, spherical },
  equirectangular: isEquirectangular({ width, height }),
})

const picture = (path: string, label: string): GeneratedFile => ({ path, label, contentType: 'image/jpeg' })
const film = (path: string, label: string): GeneratedFile => ({ path, label, contentType: 'video/mp4' })

/** The source video: as uploaded, or stitched from camera files. */
const sourceOf = async (run: JobRun, video: Video) => {
  if (video.file) return { source: await sourcePath(run, video.file), joined: undefined }
  const joined = await stitched(run, video)
  return { source: joined.file, joined }
}

/** Prepares a 360° video: stitches camera files if needed, extracts facts, generates the playback files. */
export const prepareVideo: JobHandler = {
  name: 'prepare-video',
  run: async run => {
    const video = await run.write(context => takeVideo(context, run.job.subject))
    const name = String(video.name)
    const { source, joined } = await sourceOf(run, video)
    run.report(video, 'probing', joined ? JOINING : 0)
    const found = await examined(run, source)
    const seen = await watchable(run, video, source, found, joined ? JOINING : 0.01)
    const files = await keepAll(run, {
      ...(joined && { file: film(joined.file, `${name}.mp4`) }),
      ...(joined?.file5K && { file5K: film(joined.file5K, `${name} (5K).mp4`) }),
      lowFile: film(seen.low, `${name} (low).mp4`),
      poster: picture(seen.poster, `${name}.jpg`),
      sprite: picture(seen.sprite, `${name} (timeline).jpg`),
    })
    const facts = {
      ...factsFor(found.facts),
      shape: seen.shape,
      sound: joined?.sound ?? soundOf(found.facts),
      timeline: seen.timeline,
    }
    await finish(run, files, facts, seen.pictures)
  },
  fail: (context, job, failure) => failRecord(context, job, failure, videos),
}
