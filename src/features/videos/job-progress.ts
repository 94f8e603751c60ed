import { isObject } from '~/model/objects'
import type { PanelVecto, PanelVideo } from '~/model/record-of'

/** A record that a worker makes: a 360° video or a 3D video. */
export type Made = Pick<PanelVideo | PanelVecto, 'status' | 'progress' | 'reason' | 'reasonCode'>

export type JobProgress = {
  /** 0..1 */
  readonly done: number
  readonly secondsLeft: number | null
  readonly stage: string
}

const settled: readonly unknown[] = ['completed', 'ko', 'timeout', 'renaming']

export const hasFailed = ({ status }: Pick<Made, 'status'>) => status === 'ko' || status === 'timeout'

/** A job's progress as workers report it; null before they do. */
export const progressIn = (progress: unknown): JobProgress | null => {
  if (!isObject(progress) || typeof progress.done !== 'number') return null
  return {
    done: Math.min(1, Math.max(0, progress.done)),
    secondsLeft: typeof progress.secondsLeft === 'number' ? progress.secondsLeft : null,
    stage: typeof progress.stage === 'string' ? progress.stage : '',
  }
}

/** The progress of a video's processing; null while it is queued, and once it has ended. */
export const progressOf = ({ progress, status }: Pick<Made, 'progress' | 'status'>) =>
  settled.includes(status) ? null : progressIn(progress)

const MINUTE = 60
const HOUR = 3600

/** A remaining time: its text key and number. Rounded up: finishing early is better than late. */
export const leftOf = (seconds: number) => {
  if (seconds < MINUTE) return { key: 'admin.job.secondsLeft', count: Math.max(1, Math.ceil(seconds)) }
  if (seconds < 2 * HOUR) return { key: 'admin.job.minutesLeft', count: Math.ceil(seconds / MINUTE) }
  return { key: 'admin.job.hoursLeft', count: Math.ceil(seconds / HOUR) }
}
