import { refIn } from './refs'

/** What can be done to many records at once, each as a request of its own would do it. */
export type BulkAction = {
  /** `update`, `delete`, or a declared action: the record must have its grant. */
  readonly act: string
  /** The values of an update. */
  readonly set?: Readonly<Record<string, string | boolean>>
  /** The list field that chosen values are added to. */
  readonly add?: string
  /** The list field that chosen values are removed from. */
  readonly remove?: string
  /** States of the records that an update changes; others are left. */
  readonly when?: readonly string[]
  /** A limit that counts all of them together may let only some through, such as seats, minutes or the last admin. */
  readonly limited?: true
  /** The bulk action that undoes it. Deletions are undone in the trash. */
  readonly undo?: string
}

/** Records of one request: few enough that a cancelled run stops soon, and within the time limit of a request. */
export const BULK_CHUNK = 50

/** Records of one run. */
export const BULK_MOST = 10_000

/** Values that one run adds or removes. */
export const BULK_VALUES = 50

/** The values of a list field as a request names them: texts as they are, links by their reference. */
export const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(each => refIn(each) ?? String(each)) : []

/** The list field whose values are chosen before the run, if there is one. */
export const listFieldOf = ({ add, remove }: BulkAction): string | undefined => add ?? remove
