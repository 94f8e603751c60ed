import { MAX_BATCH } from '~/model/lists/query'
import { isObject } from '~/model/objects'
import { collectionOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { rowsIn } from '~/src/api/answer'
import { toHttpError } from './failures'
import { toQuery } from './filters'
import { callNameOf, type Json, type PanelRecord, toRecord } from './records'

export type ListParams = {
  readonly pagination?: { readonly page: number; readonly perPage: number }
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter?: Readonly<Record<string, unknown>>
  readonly meta?: ListMeta
}

/**
 * `at`: the address of a record's sub-collection; `parent`: the reference of the parent record; `exact`: a page beyond the last
 * is empty, for callers that read page after page.
 */
export type ListMeta = { readonly at?: string; readonly parent?: string; readonly exact?: boolean }

/** A link sorts by its label. */
const sortPath = (name: string, path: string) => {
  if (path === 'id') return 'uid'
  return resourceOf(name).fields[path]?.kind === 'link' ? `${path}.label` : path
}

const refIn = (value: unknown) =>
  isObject(value) && typeof value.ref === 'string' ? value.ref : typeof value === 'string' ? value : undefined

/** The address of a list: a sub-collection of a record (`meta.at`), nested in its parent, or top-level. */
const addressOf = (name: string, filter: Json, { at, parent }: ListMeta = {}) => {
  if (at !== undefined) return { path: `/${at}`, filter }
  const resource = resourceOf(name)
  const { [resource.parent ?? '']: held, ...rest } = filter
  const holder = parent ?? (resource.parent ? refIn(held) : undefined)
  if (holder !== undefined)
    return { path: `/${holder}/${collectionOf(resource)}`, filter: parent ? filter : rest }
  return { path: `/${callNameOf(resource)}`, filter }
}

/** The address of one page of a list, relative to the API. */
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

/** The rows of a list. @throws HttpError for an answer without any */
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
