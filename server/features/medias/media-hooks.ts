import { ApiError } from '~/model/errors'
import type { FileDescriptor } from '~/model/fields'
import { namesContent } from '~/model/file-content'
import type { Media } from '~/model/record-of'
import { medias } from '~/model/resources/medias'
import { enqueueJob } from '~/server/features/processing/job-run'
import { applyChanges } from '~/server/records/apply'
import type { Context, Hooks, Values } from '~/server/records/context'
import { dropFiles } from '~/server/records/files'

const refuseMismatch = (values: Values, file: FileDescriptor) => {
  if (
    !namesContent(String(values.contentType), file.contentType) ||
    values.checksum !== `b64-${file.md5Hash}`
  )
    throw new ApiError('checksum_mismatch', 'The content type or checksum is not that of the file')
}

const enqueueThumbnails = (context: Context, record: Values & { uid: string }) =>
  enqueueJob(context, 'make-thumbnails', medias, record)

const thumbnails = ['thumbRef256', 'thumbRef128'] as const
/** Clears the thumbnails until they are made again. */
const noThumbnails = { thumbRef256: null, thumbRef128: null, thumbProblem: null } as const

const dropThumbnails = (context: Context, record: Media) =>
  dropFiles(
    context,
    thumbnails.flatMap(key => record[key] ?? []),
  )

export const mediaHooks: Hooks<typeof medias> = {
  beforeCreate: (_context, values) => {
    const { file } = values
    if (!file) return
    refuseMismatch(values, file)
    values.contentType = file.contentType
    values.size = file.size
  },

  afterCreate: (context, values) => enqueueThumbnails(context, values),

  beforeUpdate: async (context, before, changes) => {
    const { file } = changes
    if (!file) return
    Object.assign(changes, {
      contentType: file.contentType,
      checksum: `b64-${file.md5Hash}`,
      size: file.size,
    })
    Object.assign(changes, { status: 'pending', ...noThumbnails })
    await dropThumbnails(context, before)
    await enqueueThumbnails(context, before)
  },

  // A media that was deleted before its thumbnails were generated resumes where it stopped.
  restoredStatus: async (context, record) => {
    if (record.thumbRef128 || !String(record.contentType).startsWith('image/')) return 'completed'
    await enqueueThumbnails(context, record)
    return 'pending'
  },

  actions: {
    regenerate: async (context, record) => {
      await dropThumbnails(context, record)
      await applyChanges(context, medias, record, { status: 'pending', ...noThumbnails })
      await enqueueThumbnails(context, record)
    },
  },
}
