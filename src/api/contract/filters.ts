import type { Field } from '~/model/fields'
import { instantsOf } from '~/model/lists/day-ranges'
import { isObject } from '~/model/objects'
import { resourceOf } from '~/model/registry'

type Pair = readonly [path: string, condition: unknown]

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const refIn = (value: unknown) => (isObject(value) && 'ref' in value ? value.ref : value)

const linkCondition = (path: string, field: Field, value: unknown): Pair => {
  if (Array.isArray(value)) return [path, value.map(refIn)]
  const ref = refIn(value)
  return field.byLabel && typeof ref === 'string' && !ref.includes('/')
    ? [`${path}.label`, { begins: ref }]
    : [path, ref]
}

/** Searchable text matches by prefix (begins-with), everything else exactly. */
const textCondition = (path: string, searched: boolean, value: unknown): Pair =>
  searched && typeof value === 'string' ? [path, { begins: value.trim() }] : [path, value]

/** Days are chosen as a range (`model/lists/day-ranges.ts`); an instant is compared as it is. */
const dateCondition = (path: string, value: unknown): Pair => [
  path,
  typeof value === 'string' ? (instantsOf(value) ?? value) : value,
]

const conditionOf = (path: string, field: Field | undefined, value: unknown): Pair => {
  if (path === 'id') return ['uid', value]
  if (path === 'keywords') return textCondition(path, true, value)
  if (field?.kind === 'link') return linkCondition(path, field, value)
  if (field?.kind === 'date') return dateCondition(path, value)
  return textCondition(path, field?.search === true, value)
}

/** Converts the filter of a list to the API's `q` (decisions §2). */
export const toQuery = (name: string, filter: Readonly<Record<string, unknown>>) => {
  const { fields } = resourceOf(name)
  return Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => !isBlank(value))
      .map(([path, value]) => conditionOf(path, fields[path], value)),
  )
}
