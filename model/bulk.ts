/**
 * What can be done to many records at once, each as a request of its own would do it: values that are set, a declared
 * action, or the deletion.
 */
export type BulkAction = (
  | { readonly set: Readonly<Record<string, string>> }
  | { readonly act: string }
  | { readonly remove: true }
) & {
  /** States of the records that it changes; others are left. */
  readonly when?: readonly string[]
  /** The bulk action that undoes it. Deletions are undone in the trash. */
  readonly undo?: string
}

/** The operation or action whose grant a record must have. */
export const operationOf = (bulk: BulkAction) => {
  if ('remove' in bulk) return 'delete'
  return 'act' in bulk ? bulk.act : 'update'
}

/** Records of one request: few enough that a cancelled run stops soon, and within the time limit of a request. */
export const BULK_CHUNK = 50

/** Records of one run. */
export const BULK_MOST = 10_000
