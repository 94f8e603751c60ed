import { asObject } from '../objects'
import { type DepthCause, depthCauses, type Grade } from './quality'

/** An engine's report: the share of the picture, 0 to 1, with measured depth, and what it lacked elsewhere. */
export type DepthReport = { readonly measured: number; readonly cause?: DepthCause | undefined }

const limits = { good: 0.3, fair: 0.1 } as const

const isCause = (value: unknown): value is DepthCause => depthCauses.some(each => each === value)

/** Reads a report that came from outside; undefined if it states no share. An unknown cause is no cause. */
export const readReport = (value: unknown): DepthReport | undefined => {
  const { measured, cause } = asObject(value)
  if (typeof measured !== 'number' || !(measured >= 0 && measured <= 1)) return undefined
  return { measured, cause: isCause(cause) ? cause : undefined }
}

/** What only assumes depth is fair: it did what was asked of it. What a model estimates is no less. */
export const gradeOf = ({ measured, cause }: DepthReport): Grade => {
  if (cause === 'assumed') return 'fair'
  if (measured >= limits.good) return 'good'
  return measured >= limits.fair || cause === 'estimated' ? 'fair' : 'poor'
}
