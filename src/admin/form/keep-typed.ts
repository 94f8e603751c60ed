/**
 * The `resetOptions` of a form whose starting values can change under it, with the company of the bar, the language or
 * a record that another user changes: fields that were not changed follow, what was typed stays.
 */
export const keepTyped = { keepDirtyValues: true } as const
