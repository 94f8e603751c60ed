import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { storableText } from '~/model/request-text'
import { isVideoReason, type VideoReason } from '~/model/video/video-reasons'
import type { ClaimedJob } from '~/server/platform/queue/queue'
import type { Values } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import { asServer } from '~/server/records/writing/as-server'
import { applyChanges } from '~/server/records/writing/update-record'
import type { Failure } from '~/server/video/failure'
import { cancelJob, type JobLease, requireLease } from './job-lease'

/** Failures that are recorded as a timeout. */
const late: readonly VideoReason[] = ['no_answer', 'too_slow']

export const endOf = ({ code }: Pick<Failure, 'code'>) => (late.includes(code) ? 'timeout' : 'ko')

/** What is recorded of a failure, whose message may be what a program said. */
export const failureFields = (failure: Failure) => ({
  status: endOf(failure),
  reason: storableText(failure.message),
  reasonCode: isVideoReason(failure.code) ? failure.code : 'internal',
  progress: null,
})

/** Records that a record could not be processed, and why, and completes the job. */
export const failRecord = (
  services: Services,
  job: ClaimedJob,
  lease: JobLease,
  failure: Failure,
  resource: Resource,
  more: (before: Values) => Values,
) =>
  asServer(services, async context => {
    await requireLease(context.tx, lease)
    const before = await findRow(context.tx, resource, uidOf(job.subject), 'all', true)
    if (before)
      await applyChanges(context, resource, before, {
        ...failureFields(failure),
        ...more(before),
      })
    await services.queue.complete(context.tx, job, { failed: failure.code })
    await cancelJob(context.tx, job.subject)
  })
