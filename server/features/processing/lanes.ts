import { imageJobs, type JobName, videoJobs } from '~/model/job-types'
import type { Config } from '~/server/platform/config/config'

/** Jobs that a process takes beside those of its other lanes: thumbnails do not wait for a 3D video that takes hours. */
export type Lane = {
  readonly names: readonly JobName[]
  /** Jobs that are run in parallel. */
  readonly places: number
  /** Milliseconds between two looks for jobs without a notification. */
  readonly pollInterval: number
  /** Unexpected errors after which a job fails. */
  readonly maxErrors: number
  /** Seconds before a job is tried again, at most: they double from one. */
  readonly longestPause: number
}

export const videoLane = ({ WORKER_JOBS }: Pick<Config, 'WORKER_JOBS'>): Lane => ({
  ...{ names: videoJobs, places: WORKER_JOBS, pollInterval: 2000, maxErrors: 3, longestPause: 1 },
})

export const imageLane: Lane = {
  ...{ names: imageJobs, places: 2, pollInterval: 5000, maxErrors: 10, longestPause: 60 },
}
