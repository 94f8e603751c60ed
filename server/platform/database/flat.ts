import { asObject } from '~/model/objects'
import type { AnyRecord } from '~/model/record-of'

export type Flat = AnyRecord

/** `{'users.total': 3}` → `{users: {total: 3}}`, as the API sends it. */
export const nest = (flat: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const nested: Record<string, unknown> = {}
  for (const key of Object.keys(flat)) {
    const dot = key.indexOf('.')
    if (dot < 0) nested[key] = flat[key]
    else {
      const head = key.slice(0, dot)
      nested[head] = { ...asObject(nested[head]), [key.slice(dot + 1)]: flat[key] }
    }
  }
  return nested
}

/** The inverse of `nest`, for declared paths only; undeclared keys are kept as they are. */
export const flatten = (nested: Readonly<Record<string, unknown>>, declared: readonly string[]) => {
  const dotted = declared.filter(key => key.includes('.'))
  const heads = new Set(dotted.map(key => key.slice(0, key.indexOf('.'))))
  const flat: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(nested)) {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!heads.has(key) || !isGroup || declared.includes(key)) flat[key] = value
    else for (const [tail, inner] of Object.entries(value)) flat[`${key}.${tail}`] = inner
  }
  return flat
}
