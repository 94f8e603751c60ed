import type { Backend } from '~/src/api/backend'
import { rowsOf } from './lists'

/** What was used and bought by the end of a UTC day (`2026-11-23`); `sessions`: begun on it. Sizes in bytes. */
export type UsageDay = {
  readonly day: string
  readonly users: number
  readonly usersPurchased: number
  readonly active: number
  readonly activePurchased: number
  readonly secondsUsed: number
  readonly secondsPurchased: number
  readonly sessions: number
  readonly bytes: number | null
}

export type UsageCalls = {
  /**
   * Day by day, oldest first; days without a record are missing.
   * @param company `companies/<uid>`: of this one alone, else of all whose data the user may read
   */
  readonly usage: (asked: {
    readonly company?: string
    readonly days: number
  }) => Promise<readonly UsageDay[]>
}

export const usageCalls = (request: Backend['request']): UsageCalls => ({
  usage: async ({ company, days }) => {
    const query = new URLSearchParams({ days: String(days), ...(company && { company }) })
    return rowsOf<UsageDay>(await request(`/usage?${query}`))
  },
})
