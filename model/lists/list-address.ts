import { canRead, isEmpty, readablePaths } from '~/model/access'
import { isRefTo, uidOf } from '~/model/refs'
import { onlySelf } from '../access'
import type { Resource } from '../define'
import type { Field } from '../fields'
import type { Actor, Role } from '../grants'
import { isObject } from '../objects'
import { resourceOf } from '../registry'
import { isDayRange } from './day-ranges'

const PAGE_SIZES = [10, 15, 20, 25, 30] as const

/** The settings of a list: those of its definition, or of a tab. */
export const tabOf = ({ list }: Resource, tab: string) => {
  const named = list.tabs?.[tab]
  const pageSizes = named?.pageSizes ?? list.pageSizes ?? PAGE_SIZES
  const [field, direction] = named?.sort ?? list.sort
  const perPage = named?.pageSizes?.[0] ?? list.pageSize ?? pageSizes[0] ?? 10
  const order: 'ASC' | 'DESC' = direction === 'desc' ? 'DESC' : 'ASC'
  return {
    filter: named?.filter ?? {},
    view: named?.view ?? 'table',
    pageSizes,
    perPage,
    sort: { field, order },
  }
}

export type Filters = Readonly<Record<string, unknown>>

/** A list's parameters, as react-admin stores them. Absent: as defined. */
export type ListParams = {
  readonly filter?: Filters
  readonly sort?: string
  readonly order?: 'ASC' | 'DESC'
  readonly page?: number
  readonly perPage?: number
}

export type ListPlace = { readonly resource: Resource; readonly role: Role; readonly tab: string }

/** Words of the address that are no filters. */
export const reserved = ['sort', 'page', 'rows'] as const

const LONGEST = 200
const LAST_PAGE = 1_000_000_000

/** The server takes no NUL and no half of a surrogate pair. */
const sound = (text: string) => text.length <= LONGEST && !/\0|\p{Surrogate}/u.test(text)

type Read = (text: string, field: Field) => unknown

const readText: Read = text => (text.trim() && sound(text) ? text : undefined)

const readLink: Read = (text, { target, byLabel }) => {
  if (byLabel || !target) return readText(text, { kind: 'text' })
  return sound(text) && isRefTo(resourceOf(target), text) ? { ref: text, label: '' } : undefined
}

const truths: Readonly<Record<string, boolean>> = { true: true, false: false }

/** Readers of filter values in an address, by field kind; other kinds are read as text. */
const readers: { readonly [K in Field['kind']]?: Read } = {
  choice: (text, { options }) => {
    const chosen = text.split(',')
    if (!chosen.every(each => options?.includes(each))) return undefined
    return chosen.length > 1 ? chosen : text
  },
  boolean: text => truths[text],
  date: text => (isDayRange(text) ? text : undefined),
  link: readLink,
}

const MOST_UIDS = 100

/** Records by their uids, which a link may name. */
const readUids = (text: string) => {
  const uids = text.split(',')
  return uids.length <= MOST_UIDS && uids.every(uid => /^[\w-]{1,40}$/.test(uid)) ? uids : undefined
}

const readFilter = ({ resource }: ListPlace, path: string, text: string) => {
  if (path === 'uid') return readUids(text)
  const field = resource.fields[path]
  return (field && readers[field.kind] ? readers[field.kind] : readText)?.(text, field ?? { kind: 'text' })
}

/** Fields of the search form, and others that links filter by: a readable field may be searched. */
const filterable = ({ resource, role }: ListPlace) => [
  ...new Set([
    'uid',
    ...readablePaths(resource, resource.list.filters, role),
    ...Object.entries(resource.fields).flatMap(([path, field]) =>
      field.filter && canRead(field, role) ? [path] : [],
    ),
  ]),
]

const readFilters = (place: ListPlace, search: URLSearchParams): Filters =>
  Object.fromEntries(
    filterable(place).flatMap(path => {
      const text = search.get(path)
      const value = text === null ? undefined : readFilter(place, path, text)
      return value === undefined ? [] : [[path, value]]
    }),
  )

const readSort = ({ resource, role }: ListPlace, text: string | null) => {
  const field = text?.replace(/^-/, '') ?? ''
  const spec = Object.hasOwn(resource.fields, field) ? resource.fields[field] : undefined
  if (!spec?.sort || !canRead(spec, role)) return undefined
  return { sort: field, order: text?.startsWith('-') ? ('DESC' as const) : ('ASC' as const) }
}

const wholeNumber = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)

/**
 * The list that an address describes. Missing and invalid values (an unknown filter, another kind of value, a page size
 * that is not offered) are replaced with those of the definition. Undefined for an empty address.
 */
export const readAddress = (place: ListPlace, address: string): Required<ListParams> | undefined => {
  const search = new URLSearchParams(address)
  if (search.size === 0) return undefined
  const usual = tabOf(place.resource, place.tab)
  const rows = wholeNumber(search.get('rows'))
  const page = wholeNumber(search.get('page')) ?? 1
  return {
    filter: readFilters(place, search),
    sort: usual.sort.field,
    order: usual.sort.order,
    ...readSort(place, search.get('sort')),
    page: Math.min(page, LAST_PAGE),
    perPage: rows && usual.pageSizes.includes(rows) ? rows : usual.perPage,
  }
}

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  const plain = isObject(value) && 'ref' in value ? value.ref : value
  return ['string', 'number', 'boolean'].includes(typeof plain) ? String(plain) : ''
}

const sortText = (resource: Resource, tab: string, { sort, order = 'ASC' }: ListParams) => {
  const usual = tabOf(resource, tab).sort
  if (!sort || (sort === usual.field && order === usual.order)) return ''
  return order === 'DESC' ? `-${sort}` : sort
}

/** The query of a list's address: only values that differ from the definition. */
export const writeAddress = (resource: Resource, tab: string, params: ListParams): string => {
  const search = new URLSearchParams()
  const say = (name: string, text: string) => text && search.set(name, text)
  for (const [path, value] of Object.entries(params.filter ?? {})) say(path, textOf(value))
  say('sort', sortText(resource, tab, params))
  const { page = 1, perPage } = params
  if (perPage && perPage !== tabOf(resource, tab).perPage) say('rows', String(perPage))
  if (page > 1) say('page', String(page))
  const text = String(search).replaceAll('%2F', '/')
  return text && `?${text}`
}

const sorted = (query: string) => {
  const search = new URLSearchParams(query)
  search.sort()
  return String(search)
}

/**
 * The part of a list's address that a view stores: its filters, sort and page size, without the page.
 * @returns undefined if the query has values that this list would not write for this role
 */
export const viewQuery = (place: ListPlace, query: string): string | undefined => {
  const search = new URLSearchParams(query)
  search.delete('page')
  const asked = readAddress(place, String(search))
  const kept = asked ? writeAddress(place.resource, place.tab, asked) : ''
  return sorted(kept) === sorted(String(search)) ? kept : undefined
}

/** Exact counts cost nothing where every condition is on a counted column (`counted`). */
const isKept = ({ counted = [], parent }: Resource, filter: Filters) =>
  Object.keys(filter).every(path => path !== parent && counted.includes(path))

/**
 * Whether the count of these records is cheap: stored, or of a list with only the reader's own records, which are few and
 * found by an index.
 */
export const isCheaplyCounted = (resource: Resource, actor: Actor, filter: Filters) =>
  isKept(resource, filter) || onlySelf(resource, 'read', actor)

/** The path by which a list is narrowed to one company: its owner, else the first link to a company; undefined if none. */
export const companyPathOf = ({ company, fields }: Resource): string | undefined => {
  if (company === 'uid') return company
  const links = Object.entries(fields).flatMap(([path, { target, filter }]) =>
    target === 'companies' && filter ? [path] : [],
  )
  return company === undefined ? links[0] : links.find(path => path === company)
}

/**
 * The filter that narrows a list to one company.
 * @param ref of the company; undefined: all companies
 * @param own the list's own filter: a company that it names itself comes first
 */
export const inCompany = (resource: Resource, ref: string | undefined, own: Filters = {}): Filters => {
  const path = companyPathOf(resource)
  if (ref === undefined || path === undefined || !isEmpty(own[path])) return {}
  return { [path]: path === 'uid' ? uidOf(ref) : ref }
}
