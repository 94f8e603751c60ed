import { isVideoReason } from '~/model/video-reasons'
import { isObject } from '~/src/api/contract/records'

type Row = Readonly<Record<string, unknown>>

export type JobProgress = {
  /** 0..1 */
  readonly done: number
  readonly secondsLeft: number | null
  readonly stage: string
}

const settled: readonly unknown[] = ['completed', 'ko', 'timeout', 'renaming']

export const hasFailed = ({ status }: Row) => status === 'ko' || status === 'timeout'

/** How far the making of a video is; nothing while it waits, and nothing once it is over. */
export const progressOf = (record: Row): JobProgress | null => {
  const { progress, status } = record
  if (!isObject(progress) || typeof progress.done !== 'number' || settled.includes(status)) return null
  return {
    done: Math.min(1, Math.max(0, progress.done)),
    secondsLeft: typeof progress.secondsLeft === 'number' ? progress.secondsLeft : null,
    stage: typeof progress.stage === 'string' ? progress.stage : '',
  }
}

/** Why it failed, as a text's key and the words that stand in for a code without a text; nothing where it did not. */
export const reasonOf = (record: Row) => {
  const { reason, reasonCode } = record
  const words = typeof reason === 'string' ? reason : ''
  if (!hasFailed(record) || (words === '' && !reasonCode)) return null
  return { key: isVideoReason(reasonCode) ? `reasons.${reasonCode}` : words, words }
}

const MINUTE = 60
const HOUR = 3600

/** How a remaining time is said: its text's key and the number in it. Rounded up: better early than late. */
export const leftOf = (seconds: number) => {
  if (seconds < MINUTE) return { key: 'admin.job.secondsLeft', count: Math.max(1, Math.ceil(seconds)) }
  if (seconds < 2 * HOUR) return { key: 'admin.job.minutesLeft', count: Math.ceil(seconds / MINUTE) }
  return { key: 'admin.job.hoursLeft', count: Math.ceil(seconds / HOUR) }
}
