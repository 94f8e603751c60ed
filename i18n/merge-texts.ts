import type { AllOf } from './translation'

/** Texts by key; a key with dots is a path in this tree. */
export type Texts = { readonly [key: string]: string | Texts }

const addTo = (merged: Record<string, string | Texts>, added: Texts, path = '') => {
  for (const [key, value] of Object.entries(added)) {
    const present = merged[key]
    if (present === undefined) merged[key] = value
    else if (typeof present === 'string' || typeof value === 'string')
      throw new Error(`The text ${path}${key} is in two files`)
    else merged[key] = addTo({ ...present }, value, `${path}${key}.`)
  }
  return merged
}

/**
 * The texts of several files as one tree: `resources` and `admin` have keys of many subjects.
 * @throws Error if two files have the same key
 */
export const mergeTexts = <const Files extends readonly Texts[]>(...files: Files) =>
  files.reduce((merged, file) => addTo(merged, file), {}) as AllOf<Files[number]>
