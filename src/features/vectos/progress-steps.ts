import { isObject, textIn } from '~/model/objects'

export type Step = {
  readonly at: string
  readonly status: string
  readonly worker: string
  readonly os: string
  /** Seconds since the previous step. */
  readonly after: number | null
}

/** Parses `{<instant>: {status, worker, os}}`, oldest first. */
export const readSteps = (events: unknown): readonly Step[] => {
  const reported = Object.entries(isObject(events) ? events : {})
    .map(([at, step]) => ({ at, time: Date.parse(at), step }))
    .filter(({ time }) => !Number.isNaN(time))
    .sort((one, other) => one.time - other.time)
  return reported.map(({ at, time, step }, index) => {
    const before = reported[index - 1]
    return {
      at,
      status: textIn(step, 'status') ?? '',
      worker: textIn(step, 'worker') ?? '',
      os: textIn(step, 'os') ?? '',
      after: before ? (time - before.time) / 1000 : null,
    }
  })
}
