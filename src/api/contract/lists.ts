import type { Field } from '~/model/fields'
import { instantsOf } from '~/model/lists/day-ranges'
import { MAX_BATCH } from '~/model/lists/query'
import { isObject } from '~/model/objects'
import { collectionOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { rowsIn } from '~/src/api/answer'
import type { PanelRecord } from '~/src/api/backend'
import { callNameOf, type Json, toHttpError, toRecord } from './records'

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

/** Dates are filtered by a range of days (`model/lists/day-ranges.ts`); an instant is compared as is. */
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

export type ListParams = {
  readonly pagination?: { readonly page: number; readonly perPage: number }
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter?: Readonly<Record<string, unknown>>
  readonly meta?: ListMeta
}

/**
 * `at`: the path of a record's sub-collection; `parent`: the reference of the parent record; `exact`: a page beyond the
 * last one is empty, for callers that read page by page.
 */
type ListMeta = { readonly at?: string; readonly parent?: string; readonly exact?: boolean }

/** A link sorts by its label. */
const sortPath = (name: string, path: string) => {
  if (path === 'id') return 'uid'
  return resourceOf(name).fields[path]?.kind === 'link' ? `${path}.label` : path
}

const heldRef = (value: unknown) =>
  isObject(value) && typeof value.ref === 'string' ? value.ref : typeof value === 'string' ? value : undefined

/** The path of a list: a sub-collection of a record (`meta.at`), nested in its parent, or top-level. */
const addressOf = (name: string, filter: Json, { at, parent }: ListMeta = {}) => {
  if (at !== undefined) return { path: `/${at}`, filter }
  const resource = resourceOf(name)
  const { [resource.parent ?? '']: held, ...rest } = filter
  const holder = parent ?? (resource.parent ? heldRef(held) : undefined)
  if (holder !== undefined)
    return { path: `/${holder}/${collectionOf(resource)}`, filter: parent ? filter : rest }
  return { path: `/${callNameOf(resource)}`, filter }
}

/** The path of one page of a list, relative to the API. */
export const listPath = (name: string, { pagination, sort, filter: asked = {}, meta }: ListParams) => {
  const { path, filter } = addressOf(name, asked, meta)
  const { page, perPage } = pagination ?? { page: 1, perPage: 10 }
  const search = new URLSearchParams({
    offset: String((page - 1) * perPage),
    batch: String(Math.min(perPage, MAX_BATCH)),
    q: JSON.stringify(toQuery(name, filter)),
  })
  if (sort?.field) {
    search.set('fsort', sortPath(name, sort.field))
    search.set('osort', sort.order === 'DESC' ? 'desc' : 'asc')
  }
  return `${path}?${search}`
}

/** The rows of a list. @throws HttpError for a response without any */
export const rowsOf = <T = unknown>(answer: unknown): T[] => {
  try {
    return rowsIn(answer)
  } catch (error) {
    throw toHttpError(error)
  }
}

export const countOf = (answer: unknown): number => {
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  return typeof meta.count === 'number' ? meta.count : rowsOf(answer).length
}

export const pageOf = (name: string, answer: unknown): { data: PanelRecord[]; total: number } => {
  return { data: rowsOf(answer).map(row => toRecord(name, row)), total: countOf(answer) }
}
