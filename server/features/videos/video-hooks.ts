import { invalidFields } from '~/model/errors'
import type { FileDescriptor } from '~/model/fields'
import { refOf } from '~/model/refs'
import { videos } from '~/model/resources/videos'
import { cancelJob, enqueueJob } from '~/server/features/processing/job-lease'
import type { Hooks, Values } from '~/server/records/hooks'
import { applyChanges } from '~/server/records/writing/update-record'
import { areLenses } from '~/server/video/stitch/lenses'

const sizeOf = (values: Values) =>
  [values.file, values.insv1, values.insv2].reduce<number>(
    (sum, file) => sum + ((file as FileDescriptor | null | undefined)?.size ?? 0),
    0,
  )

export const videoHooks: Hooks = {
  beforeCreate: (_context, values) => {
    if (values.lenses && !areLenses(values.lenses)) throw invalidFields({ lenses: 'invalid' })
    values.size = sizeOf(values)
  },

  afterCreate: (context, values) => enqueueJob(context, 'prepare-video', videos, values),

  afterRemove: ({ tx }, { uid }) => cancelJob(tx, refOf('videos', uid)),

  actions: {
    retry: async (context, record) => {
      const again = { status: 'pending', reason: null, reasonCode: null }
      await applyChanges(context, videos, record, again)
      await enqueueJob(context, 'prepare-video', videos, record)
    },
    cancel: async (context, record) => {
      const stopped = { status: 'ko', reason: 'Cancelled', reasonCode: 'cancelled', progress: null }
      await applyChanges(context, videos, record, stopped)
      await cancelJob(context.tx, refOf('videos', record.uid))
    },
  },
}
