import type { UsageDay } from '~/model/usage-measures'
import type { Backend } from '~/src/api/backend'
import { rowsOf } from '~/src/api/contract/lists'

type Asked = { readonly company?: string; readonly days: number }

/**
 * Day by day, oldest first; days without a record are missing.
 * @param company `companies/<uid>`: of this one alone, else of all whose data the user may read
 */
export const readUsage = async (request: Backend['request'], { company, days }: Asked) => {
  const query = new URLSearchParams({ days: String(days), ...(company && { company }) })
  return rowsOf<UsageDay>(await request(`/usage?${query}`))
}
