import { ApiError } from '~/model/errors'
import { asObject } from '~/model/objects'
import type { Video } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { videos } from '~/model/resources/videos'
import { formOfOrder, isVectoOrder, type OrderProblem } from '~/model/vecto-order'
import { isPictureShape } from '~/model/video/picture-shape'
import { principalOfUser } from '~/server/features/sessions/sessions'
import { attempt } from '~/server/platform/database/errors'
import { applyChanges } from '~/server/records/apply'
import { createRecord } from '~/server/records/change'
import type { Context } from '~/server/records/context'

/** Problems by the code of the refused field, or else of the error. */
const problems: Readonly<Record<string, OrderProblem>> = {
  quota: 'quota',
  not_360: 'not_360',
  before_start: 'range',
  too_small: 'range',
  forbidden: 'forbidden',
}

const problemOf = (error: unknown): OrderProblem => {
  if (!(error instanceof ApiError)) throw error
  const [field = error.code] = Object.values(error.details.fields ?? {})
  return problems[field] ?? (isPictureShape(field) ? 'shape' : 'other')
}

const ask = async (context: Context, order: Parameters<typeof formOfOrder>[0], video: Video) => {
  const uploader = await principalOfUser(context.tx, uidOf(video.createdBy?.ref ?? ''))
  if (!uploader?.active) return 'account_closed'
  const { actor } = uploader.principal
  try {
    await attempt(context.tx, () => createRecord({ ...context, actor }, vectos, formOfOrder(order, video)))
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

/**
 * Requests the 3D video that was ordered together with a 360° video, on behalf of the user who uploaded it, within the
 * change that makes the 360° video ready. A failure is stored with the order, and does not affect the 360° video.
 */
export const makeOrdered = async (context: Context, video: Video) => {
  const { problem: _earlier, ...order } = asObject(video.autoVecto)
  if (!isVectoOrder(order)) return
  const problem = await ask(context, order, video)
  await applyChanges(context, videos, video, { autoVecto: problem ? { ...order, problem } : null })
}
