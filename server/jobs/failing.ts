import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { isVideoReason, type VideoReason } from '~/model/video-reasons'
import { findRow } from '../db/listing'
import { asServer } from '../records/as-server'
import type { Hooks, Values } from '../records/hooks'
import { applyChanges } from '../records/updating'
import type { Services } from '../services'
import type { Failure } from '../video/failure'
import { forget, type Hold, requireHold } from './making'
import type { Taken } from './queue'

/** Ends that mean only that it took too long. */
const late: readonly VideoReason[] = ['no_answer', 'too_slow']

export const endOf = ({ code }: Pick<Failure, 'code'>) => (late.includes(code) ? 'timeout' : 'ko')

/** Writes that a record could not be made, and why; the job is done with that. */
export const failRecord = (
  services: Services,
  job: Taken,
  hold: Hold,
  failure: Failure,
  resource: Resource,
  hooks: Hooks,
  more: (before: Values) => Values,
) =>
  asServer(services, async context => {
    await requireHold(context.tx, hold)
    const before = await findRow(context.tx, resource, uidOf(job.subject), 'all', true)
    if (before)
      await applyChanges(context, resource, hooks, before, {
        status: endOf(failure),
        reason: failure.message,
        reasonCode: isVideoReason(failure.code) ? failure.code : 'internal',
        progress: null,
        ...more(before),
      })
    await services.queue.complete(context.tx, job, { failed: failure.code })
    await forget(context.tx, job.subject)
  })
