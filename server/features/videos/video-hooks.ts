import { catalogues } from '~/i18n/catalogues'
import { invalidFields } from '~/model/errors'
import type { Language } from '~/model/languages'
import type { ChangesOf, Video } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { begun, videos } from '~/model/resources/videos'
import { isVectoOrder } from '~/model/vecto-order'
import { previewOf } from '~/model/video/depth-report'
import { shapeProblem } from '~/model/video/picture-shape'
import { isVideoReason } from '~/model/video/processing-states'
import { notify } from '~/server/features/notifications/notify'
import { cancelJob, enqueueJob } from '~/server/features/processing/job-run'
import { applyChanges } from '~/server/records/apply'
import type { Context, Hooks } from '~/server/records/context'
import { reasonText } from '~/server/records/kinds'
import { areLenses } from '~/server/video/stitch-plan'
import { surveyLater } from './survey-video'

type Outcome = Pick<Video, 'status' | 'reasonCode'>

/** The notification kind for the end of a video's preparation; none for a manual cancellation. */
export const endOf = (before: Outcome, after: Outcome) => {
  const wasBegun = begun.some(status => status === before.status)
  if (!wasBegun || begun.some(status => status === after.status)) return undefined
  if (after.status === 'completed') return 'videoCompleted'
  return after.reasonCode === 'cancelled' ? undefined : 'videoFailed'
}

/** States the possible uses of a prepared video, and whether its audio was dropped. */
export const noteOf = (video: Pick<Video, 'shape' | 'width' | 'height' | 'sound'>, lang: Language) => {
  const { ready, silent } = catalogues[lang].notifications.videoNotes
  const problem = shapeProblem(video)
  const texts = [problem ? catalogues[lang].texts.validation[problem] : ready]
  return [...texts, ...(video.sound === 'dropped' ? [silent] : [])].join(' ')
}

/** Notifies the user who added a 360° video, in the change that ends its preparation. */
const notifyAdder = async (context: Context, before: Video, after: Video) => {
  const kind = endOf(before, after)
  const adder = after.createdBy?.ref
  if (!kind || !adder) return
  const code = isVideoReason(after.reasonCode) ? after.reasonCode : 'internal'
  await notify(context, {
    kind,
    to: { user: uidOf(adder) },
    about: { resource: videos, record: after },
    path: `/video360/show/${after.uid}`,
    values: lang => ({
      video: after.name,
      reason: kind === 'videoFailed' ? reasonText(code, lang) : '',
      note: noteOf(after, lang),
    }),
  })
}

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
    else if (record.status === 'completed') await surveyLater(context, record)
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
