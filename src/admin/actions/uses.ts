import type { Link } from '~/model/fields'
import { isObject } from '~/model/objects'

export type Effect = 'blocked' | 'deleted' | 'cleared'

/** `count` records of a kind that link to a record, and the first of those that the user may read. */
export type Use = {
  readonly resource: string
  readonly field: string
  readonly count: number
  /** What the deletion means for them. */
  readonly effect: Effect
  readonly records: readonly Link[]
}

/** What a deletion meets. `trashDays`: how long it can be undone; 0: not at all. */
export type Uses = { readonly uses: readonly Use[]; readonly trashDays: number }

const isUses = (answer: unknown): answer is Uses => isObject(answer) && Array.isArray(answer.uses)

/** Of a backend that does not know the call. */
export const noUses: Uses = { uses: [], trashDays: 0 }

export const usesIn = (answer: unknown): Uses => (isUses(answer) ? answer : noUses)
