import type { Identifier } from 'react-admin'
import { isObject } from '~/model/objects'
import type { Backend, Link } from '~/src/api/backend'
import { calledPath } from './records'

/** `count` records of a kind that link to a record, and the first of those that the user may read. */
export type Use = {
  readonly resource: string
  readonly field: string
  readonly count: number
  readonly blocks: boolean
  readonly records: readonly Link[]
}

/** What a deletion meets. `trashDays`: how long it can be undone; 0: not at all. */
export type Uses = { readonly uses: readonly Use[]; readonly trashDays: number }

export type DeletionCalls = {
  /** Empty if the backend does not know the call. */
  readonly uses: (resource: string, id: Identifier) => Promise<Uses>
}

const isUses = (answer: unknown): answer is Uses => isObject(answer) && Array.isArray(answer.uses)

export const noUses: Uses = { uses: [], trashDays: 0 }

export const deletionCalls = (request: Backend['request']): DeletionCalls => ({
  uses: async (resource, id) => {
    const answer: unknown = await request(`${calledPath(resource, id)}/uses`)
    return isUses(answer) ? answer : noUses
  },
})
