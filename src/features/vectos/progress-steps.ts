import { isObject } from '~/model/objects'

export type Step = {
  readonly at: string
  readonly status: string
  readonly worker: string
  readonly os: string
  /** Seconds since the previous step. */
  readonly after: number | null
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Parses `{<instant>: {status, worker, os}}`, oldest first. */
export const readSteps = (events: unknown): readonly Step[] => {
  const reported = Object.entries(isObject(events) ? events : {})
    .map(([at, step]) => ({ at, time: Date.parse(at), step: isObject(step) ? step : {} }))
    .filter(({ time }) => !Number.isNaN(time))
    .sort((one, other) => one.time - other.time)
  return reported.map(({ at, time, step: { status, worker, os } }, index) => {
    const before = reported[index - 1]
    return {
      at,
      status: text(status),
      worker: text(worker),
      os: text(os),
      after: before ? (time - before.time) / 1000 : null,
    }
  })
}
