import type { JobName } from '~/model/job-types'
import type { Taken } from '~/server/platform/queue/queue'
import type { Services } from '~/server/records/services'
import type { Failure } from '~/server/video/failure'
import type { Hold } from './job-lease'
import type { JobLog } from './job-log'
import type { Attempt } from './job-run'

/** What is known of an attempt that failed. */
export type Told = { readonly log: JobLog; readonly os: string }

/** How one kind of job is done, and how its end is written when it cannot be. */
export type JobHandler = {
  readonly name: JobName
  readonly run: (attempt: Attempt) => Promise<void>
  readonly fail: (services: Services, job: Taken, hold: Hold, failure: Failure, told: Told) => Promise<void>
}

export type JobHandlers = Readonly<Record<JobName, JobHandler>>
