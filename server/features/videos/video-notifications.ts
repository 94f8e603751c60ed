import { catalogues } from '~/i18n/catalogues'
import type { Language } from '~/model/languages'
import type { Video } from '~/model/record-types'
import { uidOf } from '~/model/refs'
import { begun, videos } from '~/model/resources/videos'
import { shapeProblem } from '~/model/video/picture-shape'
import { isVideoReason } from '~/model/video/video-reasons'
import { notify } from '~/server/features/notifications/notify'
import type { Context } from '~/server/records/hooks'
import { reasonText } from '~/server/records/labels'

type Told = Pick<Video, 'status' | 'reasonCode'>

/** What the end of a video's preparation is told as. A manual cancellation is not told. */
export const endOf = (before: Told, after: Told) => {
  const wasBegun = begun.some(status => status === before.status)
  if (!wasBegun || begun.some(status => status === after.status)) return undefined
  if (after.status === 'completed') return 'videoCompleted'
  return after.reasonCode === 'cancelled' ? undefined : 'videoFailed'
}

/** What a prepared video is good for, and what became of its sound. */
export const noteOf = (video: Pick<Video, 'shape' | 'width' | 'height' | 'sound'>, lang: Language) => {
  const { ready, silent } = catalogues[lang].notifications.videoNotes
  const problem = shapeProblem(video)
  // One of the shapes has its text where forms show it first.
  const named = { ...catalogues[lang].panel.validation, ...catalogues[lang].later.validation }
  const texts = [problem ? named[problem] : ready]
  return [...texts, ...(video.sound === 'dropped' ? [silent] : [])].join(' ')
}

/** Notifies the user who added a 360° video, in the change that ends its preparation. */
export const notifyAdder = async (context: Context, before: Video, after: Video) => {
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
