import type { FileDescriptor } from '~/model/fields'
import type { ChangesOf } from '~/model/record-of'
import type { Video } from '~/model/record-types'
import { refOf, uidOf } from '~/model/refs'
import { videos } from '~/model/resources/videos'
import { isEquirectangular } from '~/model/video/equirectangular'
import { failRecord } from '~/server/features/processing/fail-job'
import type { JobHandler } from '~/server/features/processing/job-handler'
import { LeaseLostError } from '~/server/features/processing/job-lease'
import type { JobRun } from '~/server/features/processing/job-run'
import { sourcePath } from '~/server/features/processing/source-file'
import { makeOrdered } from '~/server/features/vectos/ordered-vecto'
import { dropFiles } from '~/server/records/attachments/attachments'
import {
  assignFile,
  type GeneratedFile,
  storeGeneratedFile,
} from '~/server/records/attachments/generated-files'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { applyChanges } from '~/server/records/writing/update-record'
import type { Facts } from '~/server/video/facts'
import { soundOf } from '~/server/video/readable-audio'
import { stitched } from './stitch-stages'
import { examined, watchable } from './video-stages'

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
      ...{ status: 'completed' as const, pending: false, progress: null, reason: null, reasonCode: null },
    })
    const ready = await findRow(context.tx, videos, before.uid, 'all')
    if (ready) await makeOrdered(context, ready)
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
    await finish(run, files, {
      ...factsFor(found.facts),
      shape: seen.shape,
      sound: joined?.sound ?? soundOf(found.facts),
      timeline: seen.timeline,
      preflight: seen.preflight ?? null,
    })
    await run.work.remove()
  },
  fail: (services, job, lease, failure) => failRecord(services, job, lease, failure, videos, () => ({})),
}
