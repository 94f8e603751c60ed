import { invalidFields } from '~/model/errors'
import type { ChangesOf } from '~/model/record-of'
import { refOf } from '~/model/refs'
import { begun, videos } from '~/model/resources/videos'
import { isVectoOrder } from '~/model/vecto-order'
import { previewOf } from '~/model/video/preview'
import { cancelJob, enqueueJob } from '~/server/features/processing/job-lease'
import type { Hooks } from '~/server/records/hooks'
import { applyChanges } from '~/server/records/writing/update-record'
import { areLenses } from '~/server/video/stitch/lenses'
import { notifyAdder } from './video-notifications'

const sizeOf = (values: ChangesOf<typeof videos>) =>
  [values.file, values.insv1, values.insv2].reduce<number>((sum, file) => sum + (file?.size ?? 0), 0)

export const videoHooks: Hooks<typeof videos> = {
  beforeCreate: (_context, values) => {
    if (values.lenses && !areLenses(values.lenses)) throw invalidFields({ lenses: 'invalid' })
    if (values.autoVecto && !isVectoOrder(values.autoVecto)) throw invalidFields({ autoVecto: 'invalid' })
    values.size = sizeOf(values)
    values.cameraChecksum = values.insv1?.md5Hash ?? null
  },

  afterCreate: (context, values) => enqueueJob(context, 'prepare-video', videos, values),

  afterUpdate: notifyAdder,

  afterRemove: ({ tx }, { uid }) => cancelJob(tx, refOf('videos', uid)),

  /** Its job ended with it. */
  afterReturn: async (context, record) => {
    if (begun.some(status => status === record.status))
      await enqueueJob(context, 'prepare-video', videos, record)
    else if (previewOf(record)?.status === 'making') await enqueueJob(context, 'make-preview', videos, record)
  },

  actions: {
    retry: async (context, record) => {
      const again = { status: 'pending' as const, reason: null, reasonCode: null }
      await applyChanges(context, videos, record, again)
      await enqueueJob(context, 'prepare-video', videos, record)
    },
    cancel: async (context, record) => {
      const stopped = { status: 'ko' as const, reason: 'Cancelled', reasonCode: 'cancelled', progress: null }
      await applyChanges(context, videos, record, stopped)
      await cancelJob(context.tx, refOf('videos', record.uid))
    },
  },
}
