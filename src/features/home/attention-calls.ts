import type { AttentionKey, Severity } from '~/model/attention'
import type { Link } from '~/model/fields'
import type { Backend } from '~/src/api/backend'
import { failureOf } from '~/src/api/contract/failures'
import { rowsOf } from '~/src/api/contract/lists'

/** A record that an entry names. `share`: the used part of a limit, 1: all. */
export type AttentionRecord = Link & { readonly share: number | null }

/**
 * Something that needs attention: `count` records of a list, opened with `filter` and `tab`; without `resource`, jobs that
 * wait for a worker. `failed`: it could not be counted.
 */
export type AttentionItem = {
  readonly key: AttentionKey
  readonly severity: Severity
  readonly resource: string | null
  readonly tab: string | null
  readonly filter: Readonly<Record<string, unknown>>
  readonly company: Link | null
  readonly count: number
  readonly date: string | null
  readonly records: readonly AttentionRecord[]
  readonly failed: boolean
}

/**
 * Most urgent first; null if the backend does not know the call.
 * @param company `companies/<uid>`: of this one alone
 */
export const readAttention = async (request: Backend['request'], company: string | undefined) => {
  try {
    return rowsOf<AttentionItem>(await request(`/me/attention${company ? `?company=${company}` : ''}`))
  } catch (error) {
    if (failureOf(error).status === 404) return null
    throw error
  }
}
