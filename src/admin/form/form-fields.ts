import { canRead, isEmpty, isRequired, writableFields } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Link } from '~/model/fields'
import type { Actor } from '~/model/grants'
import { valueAt } from '~/model/objects'
import type { Mode } from '~/src/admin/admin-config'
import { mayChooseCompany } from '~/src/admin/rights'

export type FormField = { readonly path: string; readonly readOnly: boolean; readonly required: boolean }
type Row = Readonly<Record<string, unknown>>

/** "Company select is forced to the user's own company for non-root users" (specification §5). */
const isForced = (resource: Resource, path: string, actor: Actor) =>
  (path === resource.company && !mayChooseCompany(actor)) || (path === resource.parent && !resource.flat)

const isShown = (resource: Resource, path: string, actor: Actor, record: Row | undefined) => {
  const field = resource.fields[path]
  if (!field || !record || !canRead(field, actor.role)) return false
  return field.enabledBy !== undefined || !isEmpty(valueAt(record, path))
}

/** The form's fields for this actor: the writable ones, and on an existing record also the read-only ones. */
export const formFields = (resource: Resource, mode: Mode, actor: Actor, record?: Row): FormField[] => {
  const writable = writableFields(resource, mode, actor, record)
  return (resource.form ?? writable).flatMap(path => {
    const field = resource.fields[path]
    if (!field) return []
    const required = isRequired(field, mode)
    if (writable.includes(path)) return [{ path, readOnly: isForced(resource, path, actor), required }]
    return isShown(resource, path, actor, record) ? [{ path, readOnly: true, required: false }] : []
  })
}

type FormSection = { readonly key: string; readonly fields: readonly FormField[] }

/**
 * The fields by section, without sections of which the actor has no field; those before the first section, or all of a
 * form without sections or with other fields than those that begin them, have the key ''.
 */
export const sectionsOf = (resource: Resource, fields: readonly FormField[]): readonly FormSection[] => {
  const order = resource.form ?? []
  const starts = Object.entries(resource.sections ?? {}).map(
    ([key, path]) => [key, order.indexOf(path)] as const,
  )
  const begins = starts.every(([, at]) => at >= 0) ? starts : []
  const keyOf = ({ path }: FormField) => begins.findLast(([, at]) => at <= order.indexOf(path))?.[0] ?? ''
  return ['', ...begins.map(([key]) => key)].flatMap(key => {
    const own = fields.filter(field => keyOf(field) === key)
    return own.length > 0 ? [{ key, fields: own }] : []
  })
}

/** Initial values of a new record: the declared defaults, the actor's own company, and the parent. */
export const startingValues = (resource: Resource, actor: Actor, company: unknown, holder?: Link): Row => {
  const writable = writableFields(resource, 'create', actor)
  const declared = writable.flatMap(path => {
    const value = resource.fields[path]?.default
    return value === undefined ? [] : [[path, value] as const]
  })
  // Where only the server writes the company, it sets it.
  const key = resource.company
  const isSent = key !== undefined && key !== 'uid' && !resource.fields[key]?.readOnly
  const own = isSent ? { [key]: company } : {}
  const held = resource.parent && holder ? { [resource.parent]: holder } : {}
  return { ...Object.fromEntries(declared), ...own, ...held }
}
