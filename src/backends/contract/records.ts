import { uidOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'

export type Json = Readonly<Record<string, unknown>>
/** A record as react-admin wants it: what the API sent, and `id`. */
export type PanelRecord = Record<string, unknown> & { id: string }

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isLink = (value: unknown): value is { ref: string } => isObject(value) && typeof value.ref === 'string'

export const toRecord = (sent: unknown): PanelRecord => {
  const record = isObject(sent) ? sent : {}
  return { ...record, id: String(record.uid ?? record.id ?? '') }
}

/** Dotted fields are nested in JSON: the keys that a body may have are their first segments. */
const declaredKeys = (resource: Resource) =>
  new Set(Object.keys(resource.fields).map(path => path.split('.', 1)[0] ?? path))

/** A link is written by its reference alone, and an emptied input as nothing. */
const toSent = (value: unknown, isLinkField: boolean): unknown => {
  if (value === '' || value === undefined) return null
  return isLinkField && isLink(value) ? { ref: value.ref } : value
}

const declared = (name: string, data: Json): [string, unknown][] => {
  const resource = resourceOf(name)
  const keys = declaredKeys(resource)
  return Object.entries(data)
    .filter(([key]) => keys.has(key) && key !== 'createdAt' && key !== 'updatedAt')
    .map(([key, value]) => [key, toSent(value, resource.fields[key]?.kind === 'link')])
}

/** The body of a create: what was given, without the empty rest. */
export const toCreated = (name: string, data: Json): Json =>
  Object.fromEntries(declared(name, data).filter(([, value]) => value !== null))

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The body of an update: the fields that differ, and the `updatedAt` they were based on (decisions §3). */
export const toChanged = (name: string, data: Json, previous: Json): Json => {
  const before = Object.fromEntries(declared(name, previous))
  const changed = declared(name, data).filter(([key, value]) => !same(value, before[key]))
  const basedOn = data.updatedAt ?? previous.updatedAt
  return { ...Object.fromEntries(changed), ...(basedOn ? { updatedAt: basedOn } : {}) }
}

/** An id, wherever a reference may stand. */
export const idOf = (idOrRef: unknown) => uidOf(String(idOrRef))

/** The address of one record, relative to the API. */
export const recordPath = (resource: string, id: unknown) => `/${resource}/${encodeURIComponent(idOf(id))}`
