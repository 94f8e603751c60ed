import { messageOf } from '~/model/errors'
import { keysOf } from '~/model/objects'
import type { Context } from '~/server/records/context'
import { storeThumbnail } from '~/server/records/files'
import { makePicture, type PictureOf } from '~/server/video/transcode'
import type { JobRun } from './job-run'
import { part } from './work-folder'

/** The longest side in pixels of each thumbnail of a video. */
const sizes = { thumbRef480: 480, thumbRef128: 128 } as const
const fields = keysOf(sizes)

/** WebP images, in the order of `sizes`. */
type Drawn = readonly Buffer[]

/**
 * The thumbnails of a video, from its picture. Empty if that fails: the video is usable without them.
 * @param makeImage returns the path of the picture
 */
export const shrinkPicture = async (
  { services, job }: JobRun,
  makeImage: () => Promise<string>,
): Promise<Drawn> => {
  try {
    return await services.images.shrink(
      await makeImage(),
      fields.map(field => sizes[field]),
    )
  } catch (error) {
    services.log.warn({ subject: job.subject, error: messageOf(error) }, 'no picture')
    return []
  }
}

/** The thumbnails of a video, from a frame of its playback file. Empty if that fails. */
export const drawPictures = (run: JobRun, low: string, of: PictureOf) =>
  shrinkPicture(run, () => part(run.work, 'picture.jpg', to => makePicture(run.bench, low, of, to)))

/**
 * Stores the thumbnails of a record, in the transaction of the change that refers to them.
 * @param owner reference of the record
 * @returns the changes of the record
 */
export const storePictures = async (context: Context, owner: string, drawn: Drawn) => {
  const made: Partial<Record<(typeof fields)[number], string>> = {}
  for (const [at, bytes] of drawn.entries()) {
    const field = fields[at]
    if (field) made[field] = await storeThumbnail(context, owner, field, bytes)
  }
  return made
}
