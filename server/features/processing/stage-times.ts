import type { JobName } from '~/model/job-types'
import type { Metrics } from '~/server/platform/metrics/metrics'

/** The stage of a run that has reported none. */
const BEGINNING = 'start'

/** Measures how long the stages of a run take; the one in which a run fails is not measured. */
export const stageTimes = ({ jobStages }: Pick<Metrics, 'jobStages'>, job: JobName) => {
  let stage = BEGINNING
  let end = jobStages.startTimer({ job, stage })
  return {
    current: () => stage,
    enter: (next: string) => {
      if (next === stage) return
      end()
      stage = next
      end = jobStages.startTimer({ job, stage })
    },
    complete: () => void end(),
  }
}

export type StageTimes = ReturnType<typeof stageTimes>
