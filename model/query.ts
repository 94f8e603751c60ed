import type { Resource } from './define'
import { ApiError } from './errors'
import type { Field } from './fields'
import type { Role } from './roles'

export const operators = ['begins', 'gt', 'gte', 'lt', 'lte', 'ne'] as const
export type Operator = (typeof operators)[number]
export type Scalar = string | number | boolean | null

export type Condition =
  | { readonly field: string; readonly on: Aspect; readonly op: 'in'; readonly value: readonly Scalar[] }
  | { readonly field: string; readonly on: Aspect; readonly op: Operator | 'eq'; readonly value: Scalar }

/** What of a field is compared: its value, or a link's reference or label. */
export type Aspect = 'value' | 'ref' | 'label'

export type ListQuery = {
  readonly offset: number
  readonly batch: number
  readonly sort: { readonly field: string; readonly on: Aspect; readonly order: 'asc' | 'desc' }
  readonly where: readonly Condition[]
}

export type RawListQuery = {
  readonly offset?: unknown
  readonly batch?: unknown
  readonly q?: unknown
  readonly fsort?: unknown
  readonly osort?: unknown
}

export const DEFAULT_BATCH = 10
export const MAX_BATCH = 1000

export const canRead = (field: Field, role: Role) => field.read === undefined || field.read.includes(role)

const uidField: Field = { kind: 'text', sort: true, filter: true }
/** Searches all the searchable fields at once. */
const keywordsField: Field = { kind: 'text', filter: true, search: true }

const declared = (
  resource: Resource,
  path: string,
): { field: string; on: Aspect; spec: Field } | undefined => {
  if (path === 'uid') return { field: path, on: 'value', spec: uidField }
  if (path === 'keywords') return { field: path, on: 'value', spec: keywordsField }
  const own = Object.hasOwn(resource.fields, path) ? resource.fields[path] : undefined
  if (own) return { field: path, on: own.kind === 'link' ? 'ref' : 'value', spec: own }
  const [, base, aspect] = /^(.+)\.(ref|label)$/.exec(path) ?? []
  const linked = base && Object.hasOwn(resource.fields, base) ? resource.fields[base] : undefined
  if (!base || linked?.kind !== 'link') return undefined
  return { field: base, on: aspect === 'label' ? 'label' : 'ref', spec: linked }
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
  const value = Number(raw)
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const fits = (value: Scalar, spec: Field, on: Aspect): boolean => {
  if (value === null) return true
  if (on !== 'value' || ['text', 'multiline', 'email', 'choice', 'tags'].includes(spec.kind))
    return typeof value === 'string'
  if (spec.kind === 'boolean') return typeof value === 'boolean'
  if (spec.kind === 'integer') return typeof value === 'number' && Number.isFinite(value)
  if (spec.kind === 'date') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return false
}

const badValue = (path: string) =>
  new ApiError('invalid_query', `The value of '${path}' in q does not fit the field`, {
    params: { field: path },
  })

const conditionsOf = (resource: Resource, role: Role, path: string, value: unknown): Condition[] => {
  const { field, on, spec } = resolve(resource, role, path, 'filter')
  const check = (each: unknown): Scalar => {
    if (!isScalar(each) || !fits(each, spec, on)) throw badValue(path)
    return each
  }
  if (isScalar(value)) return [{ field, on, op: field === 'keywords' ? 'begins' : 'eq', value: check(value) }]
  if (Array.isArray(value)) return [{ field, on, op: 'in', value: value.map(check) }]
  return Object.entries(value as object).map(([op, operand]) => {
    if (!operators.includes(op as Operator))
      throw new ApiError('unknown_operator', `Unknown operator '${op}' in q`, { params: { operator: op } })
    if (
      op === 'begins' &&
      (typeof operand !== 'string' ||
        !['text', 'multiline', 'email', 'link', 'choice', 'tags'].includes(spec.kind))
    )
      throw badValue(path)
    return { field, on, op: op as Operator, value: check(operand) }
  })
}

const parseWhere = (resource: Resource, role: Role, raw: unknown): Condition[] => {
  if (raw === undefined || raw === '') return []
  let q: unknown = raw
  try {
    if (typeof raw === 'string') q = JSON.parse(raw)
  } catch {
    throw new ApiError('invalid_query', 'q is not valid JSON', { params: { field: 'q' } })
  }
  if (typeof q !== 'object' || q === null || Array.isArray(q))
    throw new ApiError('invalid_query', 'q must be one JSON object', { params: { field: 'q' } })
  return Object.entries(q).flatMap(([path, value]) => conditionsOf(resource, role, path, value))
}

/**
 * Reads `offset`, `batch`, `q`, `fsort` and `osort` against a definition, for one role (decisions §2).
 * @throws ApiError 400: invalid_offset, invalid_batch, invalid_query, unknown_field, unknown_operator
 */
export const parseListQuery = (resource: Resource, role: Role, raw: RawListQuery): ListQuery => {
  const offset = wholeNumber(raw.offset, 0, 0, Number.MAX_SAFE_INTEGER)
  if (offset === undefined) throw new ApiError('invalid_offset', 'offset must be a whole number, 0 or more')
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
