import type { JobName } from '~/model/job-types'
import type { ClaimedJob } from '~/server/platform/queue/queue'
import type { Services } from '~/server/records/services'
import type { Failure } from '~/server/video/failure'
import type { JobLease } from './job-lease'
import type { JobLog } from './job-log'
import type { JobRun } from './job-run'

/** Context of a failed run. */
export type FailureContext = { readonly log: JobLog; readonly os: string }

/** How one kind of job is run, and how its failure is recorded. */
export type JobHandler = {
  readonly name: JobName
  readonly run: (run: JobRun) => Promise<void>
  readonly fail: (
    services: Services,
    job: ClaimedJob,
    lease: JobLease,
    failure: Failure,
    failureContext: FailureContext,
  ) => Promise<void>
}

export type JobHandlers = Readonly<Record<JobName, JobHandler>>
