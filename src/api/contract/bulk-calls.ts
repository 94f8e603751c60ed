import { asObject } from '~/model/objects'
import { intercepted } from '~/src/api/answer'
import type { Backend } from '~/src/api/backend'
import type { toQuery as ToQuery } from './lists'
import { type Json, objectIn, toHttpError } from './records'

/** A record that was left as it is; `code` is that of the refusal. `label` is empty if it is not there. */
export type LeftRecord = {
  readonly uid: string
  readonly label: string
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** What is done to some records alike. */
export type BulkPart = {
  readonly resource: string
  readonly action: string
  readonly uids: readonly string[]
  /** What is added to a list field, or removed from it: texts, or references. */
  readonly values?: readonly string[] | undefined
}

/** Uids of the changed records, what was left, and what undoes it: one part for all that were changed alike. */
export type BulkAnswer = {
  readonly done: readonly string[]
  readonly left: readonly LeftRecord[]
  readonly undo: readonly BulkPart[]
}

export type BulkRequest = BulkPart & {
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
}

const isBulkAnswer = (answer: unknown): answer is BulkAnswer => {
  const { done, left, undo } = asObject(answer)
  return [done, left, undo].every(Array.isArray)
}

/** @param toQuery is loaded with the lists already: imported here, it would be a file of its own */
export const bulkCalls = (request: Backend['request'], toQuery: typeof ToQuery) => ({
  /** The ids of all records that match, as the list names them. */
  matching: async (resource: string, filter: Json) => {
    const q = JSON.stringify(toQuery(resource, filter))
    const { ids } = objectIn(await request(`/${resource}/bulk?${new URLSearchParams({ q })}`))
    if (!Array.isArray(ids)) throw toHttpError(intercepted())
    return ids.map(String)
  },
  run: async ({ resource, action, uids, values, dryRun = false, signal }: BulkRequest) => {
    const answer = await request(`/${resource}/bulk/${action}`, {
      method: 'POST',
      json: { uids, dryRun, ...(values && { values }) },
      ...(signal ? { signal } : {}),
    })
    if (!isBulkAnswer(answer)) throw toHttpError(intercepted())
    return answer
  },
})

export type BulkCalls = ReturnType<typeof bulkCalls>
