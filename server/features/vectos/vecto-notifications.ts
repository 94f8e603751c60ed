import type { Vecto } from '~/model/record-types'
import { uidOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { failed } from '~/model/video/vecto-states'
import { isVideoReason } from '~/model/video/video-reasons'
import { notify } from '~/server/features/notifications/notify'
import type { Context } from '~/server/records/hooks'
import { reasonText } from '~/server/records/labels'

type Told = Pick<Vecto, 'status' | 'reasonCode'>

/** What a vecto that has just ended is told as. A rename or a manual cancellation is not told. */
export const endOf = (before: Told, after: Told) => {
  if (before.status === after.status || before.status === 'renaming') return undefined
  if (after.status === 'completed') return 'vectoCompleted'
  return failed.some(status => status === after.status) && after.reasonCode !== 'cancelled'
    ? 'vectoFailed'
    : undefined
}

/** Notifies the user who requested a 3D video, in the change that ends it. */
export const notifyMaker = async (context: Context, before: Vecto, after: Vecto) => {
  const kind = endOf(before, after)
  const maker = after.createdBy?.ref
  if (!kind || !maker) return
  const code = isVideoReason(after.reasonCode) ? after.reasonCode : 'internal'
  await notify(context, {
    kind,
    to: { user: uidOf(maker) },
    about: { resource: vectos, record: after },
    path: `/video3d/show/${uidOf(after.video?.ref ?? '')}/${after.uid}`,
    values: lang => ({
      vecto: String(after.name),
      reason: kind === 'vectoFailed' ? reasonText(code, lang) : '',
    }),
  })
}
