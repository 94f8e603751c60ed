import { asObject } from '~/model/objects'
import { intercepted } from '~/src/api/answer'
import type { Backend } from '~/src/api/backend'
import type { toQuery as ToQuery } from './lists'
import { type Json, objectIn, toHttpError } from './records'

/** A record that was left unchanged; `code` is that of the error. `label` is empty if the record does not exist. */
export type LeftRecord = {
  readonly uid: string
  readonly label: string
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** An operation on some records, with the same values for all. */
export type BulkPart = {
  readonly resource: string
  readonly action: string
  readonly uids: readonly string[]
  /** Values added to a list field, or removed from it: texts, or references. */
  readonly values?: readonly string[] | undefined
}

/**
 * Uids of the changed records, the records left unchanged, and the parts that undo the change: one for all records that
 * were changed alike.
 */
export type BulkAnswer = {
  readonly done: readonly string[]
  readonly left: readonly LeftRecord[]
  readonly undo: readonly BulkPart[]
}

type BulkRequest = BulkPart & {
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
}

const isBulkAnswer = (answer: unknown): answer is BulkAnswer => {
  const { done, left, undo } = asObject(answer)
  return [done, left, undo].every(Array.isArray)
}

/** @param toQuery passed in, since lists have loaded it already: an import would make it a separate chunk */
export const bulkCalls = (request: Backend['request'], toQuery: typeof ToQuery) => ({
  /** The ids of all records that match, in the format of the list. */
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
