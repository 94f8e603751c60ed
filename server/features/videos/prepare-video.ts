import { isEquirectangular } from '~/model/equirectangular'
import type { FileDescriptor } from '~/model/fields'
import { refOf, uidOf } from '~/model/refs'
import { videos } from '~/model/resources/videos'
import { failRecord } from '~/server/features/processing/fail-job'
import type { JobHandler } from '~/server/features/processing/job-handler'
import { Superseded } from '~/server/features/processing/job-lease'
import type { Attempt } from '~/server/features/processing/job-run'
import type { Flat } from '~/server/platform/database/flat'
import { dropFiles } from '~/server/records/attachments/attachments'
import { keepMade, type MadeFile, own } from '~/server/records/attachments/generated-files'
import type { Context, Values } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { applyChanges } from '~/server/records/writing/update-record'
import type { Facts } from '~/server/video/facts'
import { stitched } from './stitch-stages'
import { examined, watchable } from './video-stages'

/** How much of the whole work it is to join two camera files. */
const JOINING = 0.8

const takeVideo = async (context: Context, subject: string): Promise<Flat> => {
  const record = await findRow(context.tx, videos, uidOf(subject), 'all', true)
  if (!record?.pending || !['pending', 'converting'].includes(String(record.status)))
    throw new Superseded(subject)
  return record
}

const pathOf = ({ services }: Attempt, file: unknown) =>
  services.files.pathOf(uidOf((file as FileDescriptor).ref))

const keepAll = async (attempt: Attempt, made: Readonly<Record<string, MadeFile>>) => {
  const kept: Record<string, FileDescriptor> = {}
  for (const [field, file] of Object.entries(made)) kept[field] = await keepMade(attempt.services, file)
  return kept
}

const finish = (attempt: Attempt, files: Readonly<Record<string, FileDescriptor>>, facts: Values) =>
  attempt.finish(async context => {
    const before = await takeVideo(context, attempt.job.subject)
    for (const [field, file] of Object.entries(files))
      await own(context.tx, file, refOf('videos', before.uid), field)
    const camera = before.deleteInsv ? { insv1: null, insv2: null } : {}
    const gone = Object.keys(camera).flatMap(key => (before[key] ? [before[key] as FileDescriptor] : []))
    await dropFiles(
      context,
      gone.map(({ ref }) => uidOf(ref)),
    )
    const whole = files.file ? { size: files.file.size } : {}
    await applyChanges(context, videos, before, {
      ...{ ...files, ...facts, ...camera, ...whole },
      ...{ status: 'completed', pending: false, progress: null, reason: null, reasonCode: null },
    })
  })

const factsFor = ({ width, height, duration, framerate, codec, spherical }: Facts) => ({
  ...{ width, height, duration, framerate, codec, spherical },
  equirectangular: isEquirectangular({ width, height }),
})

const picture = (path: string, label: string): MadeFile => ({ path, label, contentType: 'image/jpeg' })
const film = (path: string, label: string): MadeFile => ({ path, label, contentType: 'video/mp4' })

/** Makes a 360° video ready: of two camera files first, then what is known of it and what is watched of it. */
export const prepareVideo: JobHandler = {
  name: 'prepare-video',
  run: async attempt => {
    const video = await attempt.write(context => takeVideo(context, attempt.job.subject))
    const name = String(video.name)
    const joined = video.file ? undefined : await stitched(attempt, video)
    const source = joined?.file ?? pathOf(attempt, video.file)
    attempt.report(video, 'probing', joined ? JOINING : 0)
    const facts = await examined(attempt, source)
    const seen = await watchable(attempt, video, source, facts, joined ? JOINING : 0.01)
    const files = await keepAll(attempt, {
      ...(joined && { file: film(joined.file, `${name}.mp4`) }),
      ...(joined?.file5K && { file5K: film(joined.file5K, `${name} (5K).mp4`) }),
      lowFile: film(seen.low, `${name} (low).mp4`),
      poster: picture(seen.poster, `${name}.jpg`),
      sprite: picture(seen.sprite, `${name} (timeline).jpg`),
    })
    await finish(attempt, files, { ...factsFor(facts), timeline: seen.timeline })
    await attempt.work.remove()
  },
  fail: (services, job, hold, failure) => failRecord(services, job, hold, failure, videos, () => ({})),
}
