import type { UsageDay } from '~/model/usage-measures'
import type { Backend } from '~/src/api/backend'
import { rowsOf } from './lists'

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
