import type { BulkAction } from './define'
import { refIn } from './refs'

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
