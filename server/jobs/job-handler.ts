import type { Services } from '../services'
import type { Failure } from '../video/failure'
import type { Attempt } from './attempt'
import type { JobLog } from './job-log'
import type { Hold } from './making'
import type { JobName } from './names'
import type { Taken } from './queue'

/** What is known of an attempt that failed. */
export type Told = { readonly log: JobLog; readonly os: string }

/** How one kind of job is done, and how its end is written when it cannot be. */
export type JobHandler = {
  readonly name: JobName
  readonly run: (attempt: Attempt) => Promise<void>
  readonly fail: (services: Services, job: Taken, hold: Hold, failure: Failure, told: Told) => Promise<void>
}
