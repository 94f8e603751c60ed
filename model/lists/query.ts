import { canRead } from '~/model/access'
import { searchedFields } from '../access'
import type { Resource } from '../define'
import { ApiError } from '../errors'
import { type Aspect, type Field, kindFilters, readDate, type Scalar } from '../fields'
import type { Role } from '../grants'
import { asObject } from '../objects'
import { findFault, MAX_SEARCH, wordsOf } from '../text'

export const operators = ['begins', 'gt', 'gte', 'lt', 'lte', 'ne'] as const
export type Operator = (typeof operators)[number]

export type Condition =
  | { readonly field: string; readonly on: Aspect; readonly op: 'in'; readonly value: readonly Scalar[] }
  | { readonly field: string; readonly on: Aspect; readonly op: Operator | 'eq'; readonly value: Scalar }

export type ListQuery = {
  readonly offset: number
  readonly batch: number
  readonly sort: { readonly field: string; readonly on: Aspect; readonly order: 'asc' | 'desc' }
  readonly where: readonly Condition[]
}

type RawListQuery = {
  readonly offset?: unknown
  readonly batch?: unknown
  readonly q?: unknown
  readonly fsort?: unknown
  readonly osort?: unknown
}

export const DEFAULT_BATCH = 10
export const MAX_BATCH = 1000
/** Beyond any list, within PostgreSQL's bigint. */
const MAX_OFFSET = 1_000_000_000_000

const uidField: Field = { kind: 'text', sort: true, filter: true }
/** Searches all searchable fields. */
const keywordsField: Field = { kind: 'text', filter: true, search: true }

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const declared = (
  resource: Resource,
  path: string,
): { field: string; on: Aspect; spec: Field } | undefined => {
  if (path === 'uid') return { field: path, on: 'value', spec: uidField }
  if (path === 'keywords' && searchedFields(resource).length > 0)
    return { field: path, on: 'value', spec: keywordsField }
  const own = Object.hasOwn(resource.fields, path) ? resource.fields[path] : undefined
  if (own) return { field: path, on: own.kind === 'link' ? 'ref' : 'value', spec: own }
  const [, base = '', given = ''] = /^(.+)\.(\w+)$/.exec(path) ?? []
  const spec = Object.hasOwn(resource.fields, base) ? resource.fields[base] : undefined
  const on = spec && kindFilters[spec.kind].aspects?.find(aspect => aspect === given)
  return spec && on && { field: base, on, spec }
}

const resolve = (resource: Resource, role: Role, path: string, use: 'filter' | 'sort') => {
  const found = declared(resource, path)
  if (!found || !canRead(found.spec, role) || !found.spec[use])
    throw new ApiError('unknown_field', `Cannot ${use} ${resource.name} by '${path}'`, {
      params: { field: path },
    })
  return found
}

const wholeNumber = (raw: unknown, fallback: number, least: number, most: number) => {
  if (raw === undefined || raw === '') return fallback
  const value = typeof raw === 'string' && /^\d{1,16}$/.test(raw) ? Number(raw) : raw
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : undefined
}

const fits = (value: Scalar, spec: Field, on: Aspect): boolean =>
  value === null ||
  (on === 'value' ? (kindFilters[spec.kind].accepts?.(value) ?? false) : typeof value === 'string')

const badValue = (path: string) =>
  new ApiError('invalid_query', `The value of '${path}' in q does not fit the field`, {
    params: { field: path },
  })

/** A date as the database compares it: a day is midnight UTC in any time zone of the database. */
const canonical = (value: Scalar, { kind }: Field): Scalar =>
  kind === 'date' && typeof value === 'string' ? (readDate(value)?.toISOString() ?? value) : value

const takesOperator = (op: Operator, { kind }: Field) => {
  const { begins = false, isList = false } = kindFilters[kind]
  return op === 'begins' ? begins : !isList
}

const readOperator = (op: string): Operator => {
  const found = operators.find(each => each === op)
  if (!found)
    throw new ApiError('unknown_operator', `Unknown operator '${op}' in q`, { params: { operator: op } })
  return found
}

/** Keywords are always searched by prefix, with or without `begins`. */
const readKeywords = (value: unknown) => {
  const { begins = value } = asObject(value)
  if (typeof begins !== 'string') throw badValue('keywords')
  return begins
}

const conditionsOf = (resource: Resource, role: Role, path: string, value: unknown): Condition[] => {
  const { field, on, spec } = resolve(resource, role, path, 'filter')
  const check = (each: unknown): Scalar => {
    if (!isScalar(each) || !fits(each, spec, on)) throw badValue(path)
    return canonical(each, spec)
  }
  if (spec === keywordsField) return [{ field, on, op: 'begins', value: check(readKeywords(value)) }]
  if (isScalar(value)) return [{ field, on, op: 'eq', value: check(value) }]
  if (Array.isArray(value)) return [{ field, on, op: 'in', value: value.map(check) }]
  return Object.entries(asObject(value)).map(([name, operand]) => {
    const op = readOperator(name)
    if (!takesOperator(op, spec) || (op === 'begins' && typeof operand !== 'string')) throw badValue(path)
    return { field, on, op, value: check(operand) }
  })
}

const parseJson = (raw: unknown): unknown => {
  try {
    return typeof raw === 'string' ? JSON.parse(raw) : raw
  } catch {
    throw new ApiError('invalid_query', 'q is not valid JSON', { params: { field: 'q' } })
  }
}

const MAX_CONDITIONS = 50
/** Maximum length of a compared text. */
const MAX_TEXT = 5000
/** Maximum number of words searched by one list: each is a condition of the statement. */
const MAX_WORDS = 20

const tooComplex = (message: string) => new ApiError('too_complex', message, { params: { field: 'q' } })

/** @throws ApiError too_complex for text that would keep the database busy */
const refuseExpensive = (conditions: readonly Condition[]) => {
  if (conditions.length > MAX_CONDITIONS) throw tooComplex(`q holds more than ${MAX_CONDITIONS} conditions`)
  let words = 0
  for (const { op, value } of conditions) {
    const most = op === 'begins' ? MAX_SEARCH : MAX_TEXT
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (texts.some(text => typeof text === 'string' && text.length > most))
      throw tooComplex(`q holds a text of more than ${most} characters`)
    if (op === 'begins') words += wordsOf(String(value)).length
    if (words > MAX_WORDS) throw tooComplex(`q searches more than ${MAX_WORDS} words`)
  }
}

const parseWhere = (resource: Resource, role: Role, raw: unknown): Condition[] => {
  if (raw === undefined || raw === '') return []
  const q = parseJson(raw)
  if (typeof q !== 'object' || q === null || Array.isArray(q))
    throw new ApiError('invalid_query', 'q must be one JSON object', { params: { field: 'q' } })
  const fault = findFault(q, 'q')
  if (fault) throw new ApiError(fault.code, `${fault.path} is refused`, { params: { field: fault.path } })
  const conditions = Object.entries(q).flatMap(([path, value]) => conditionsOf(resource, role, path, value))
  refuseExpensive(conditions)
  return conditions
}

/**
 * Parses `offset`, `batch`, `q`, `fsort` and `osort` for a definition and a role (decisions §2).
 * @throws ApiError 400: invalid_offset, invalid_batch, invalid_query, invalid_text, too_complex, unknown_field,
 *   unknown_operator
 */
export const parseListQuery = (resource: Resource, role: Role, raw: RawListQuery): ListQuery => {
  const offset = wholeNumber(raw.offset, 0, 0, MAX_OFFSET)
  if (offset === undefined)
    throw new ApiError('invalid_offset', `offset must be a whole number from 0 to ${MAX_OFFSET}`)
  const batch = wholeNumber(raw.batch, DEFAULT_BATCH, 1, MAX_BATCH)
  if (batch === undefined) throw new ApiError('invalid_batch', `batch must be between 1 and ${MAX_BATCH}`)
  const [defaultField, defaultOrder] = resource.list.sort
  const order = raw.osort === undefined || raw.osort === '' ? (raw.fsort ? 'asc' : defaultOrder) : raw.osort
  if (order !== 'asc' && order !== 'desc')
    throw new ApiError('invalid_query', "osort must be 'asc' or 'desc'", { params: { field: 'osort' } })
  const { field, on } = resolve(
    resource,
    role,
    typeof raw.fsort === 'string' && raw.fsort ? raw.fsort : defaultField,
    'sort',
  )
  return { offset, batch, sort: { field, on, order }, where: parseWhere(resource, role, raw.q) }
}
