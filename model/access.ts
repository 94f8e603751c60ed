import type { Operation, Resource } from './define'
import type { Field } from './fields'
import { type Actor, canEver, covers, type Owned, type Scope, scopeNamesOf, scopeOf } from './grants'
import { refIn, uidOf } from './refs'
import { ranksAbove, roles } from './roles'
import { valueAt } from './value-at'

/** The value of a link field, as the uid it names. */
const linked = (record: Readonly<Record<string, unknown>>, path: string | undefined): string | null => {
  if (path === undefined) return null
  if (path === 'uid') return typeof record.uid === 'string' ? record.uid : null
  const ref = refIn(record[path])
  return ref ? uidOf(ref) : null
}

const isPublished = ({ published }: Resource, record: Readonly<Record<string, unknown>>) =>
  published !== undefined && Object.entries(published).every(([path, value]) => record[path] === value)

/** Whose a record is, from its fields. */
export const ownerOf = (resource: Resource, record: Readonly<Record<string, unknown>>): Owned => ({
  user: linked(record, resource.user),
  company: linked(record, resource.company),
  published: isPublished(resource, record),
  role: resource.ranked === undefined ? null : record[resource.ranked],
})

/** What an actor reaches in an operation. Nobody reaches a user who ranks above them. */
export const scopeFor = (resource: Resource, operation: Operation, actor: Actor): Scope => {
  const scope = scopeOf(resource.grants[operation], actor)
  return resource.ranked === undefined || typeof scope === 'string'
    ? scope
    : { ...scope, ranks: roles.filter(role => !ranksAbove(role, actor.role)) }
}

/**
 * May the actor do this to this very record, as far as companies go? The panel greys a button with it, the server refuses
 * with it. Of users who rank above the server answers no record; the panel says why the button is greyed.
 */
export const allows = (
  resource: Resource,
  operation: Operation,
  actor: Actor,
  record: Readonly<Record<string, unknown>>,
) => covers(scopeOf(resource.grants[operation], actor), ownerOf(resource, record))

/** May the actor ask for the list? One's own record alone is no list. */
export const canEverList = (resource: Resource, actor: Actor) =>
  canEver(resource.grants.read, actor.role) && !onlySelf(resource, 'read', actor)

export const canEverDo = (resource: Resource, operation: Operation, actor: Actor) =>
  canEver(resource.grants[operation], actor.role)

/** Does the actor touch the record only because it is about them? */
export const onlySelf = (resource: Resource, operation: Operation, actor: Actor) =>
  scopeNamesOf(resource.grants[operation], actor.role).every(reach => reach === 'self')

/** Which of the declared fields the actor may send; `self`: the record is the actor's own user. */
export const canWrite = (field: Field, actor: Actor, self: boolean, byRole: boolean): boolean => {
  if (field.readOnly) return false
  if (self && field.write?.includes('self')) return true
  return byRole && (field.write === undefined || field.write.includes(actor.role))
}

/** The keys that the actor may write in this operation, in the definition's order. */
export const writableFields = (
  resource: Resource,
  operation: 'create' | 'update',
  actor: Actor,
  record?: Readonly<Record<string, unknown>>,
): string[] => {
  const self = record !== undefined && ownerOf(resource, record).user === actor.uid
  const byRole = !onlySelf(resource, operation, actor)
  return Object.entries(resource.fields)
    .filter(
      ([, field]) => canWrite(field, actor, self, byRole) && !(operation === 'update' && field.immutable),
    )
    .map(([key]) => key)
}

export const isRequired = (field: Field, mode: 'create' | 'update') =>
  field.required === true || field.required === mode

/** The fields of a resource in which a record names a company, user or other record. */
export const linksOf = (resource: Resource) =>
  Object.entries(resource.fields).filter(([, field]) => field.kind === 'link')

export const searchedFields = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([key, field]) => (field.search ? [key] : []))

/** Empty as a form sees it: nothing, blank text or an empty list. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** The field is shut in the record's present state. */
export const isDisabledNow = (
  resource: Resource,
  field: Pick<Field, 'when'>,
  record: Readonly<Record<string, unknown>>,
) =>
  field.when !== undefined &&
  resource.states !== undefined &&
  !field.when.includes(String(record[resource.states.field]))

/** The text that names a record: its label fields, or what stands in for them. */
export const labelOf = (resource: Resource, record: Readonly<Record<string, unknown>>): string => {
  const named = resource.label.fields
    .map(key => valueAt(record, key))
    .filter(part => typeof part === 'number' || (typeof part === 'string' && part !== ''))
  if (named.length > 0) return named.join(' ')
  const spare = resource.label.otherwise && valueAt(record, resource.label.otherwise)
  return typeof spare === 'string' ? spare : ''
}
