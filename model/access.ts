import type { Operation, Resource } from './define'
import type { Field } from './fields'
import { type Actor, covers, mayEver, type Owned, reachesOf, type Scope, scopeOf } from './grants'

/** The uid in a reference such as `companies/abc`. */
export const uidOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

export const refOf = (resource: string, uid: string) => `${resource}/${uid}`

/** Whose a record is, from its fields. */
export const ownerOf = (resource: Resource, record: Readonly<Record<string, unknown>>): Owned => {
  const uid = typeof record.uid === 'string' ? record.uid : null
  if (resource.company === 'uid') return { uid, company: uid }
  const owner = record[resource.company] as { ref?: string } | null | undefined
  return { uid, company: owner?.ref ? uidOf(owner.ref) : null }
}

export const scopeFor = (resource: Resource, operation: Operation, actor: Actor): Scope =>
  scopeOf(resource.grants[operation], actor)

/** May the actor do this to this very record? The panel greys a button with it, the server refuses with it. */
export const allows = (
  resource: Resource,
  operation: Operation,
  actor: Actor,
  record: Readonly<Record<string, unknown>>,
) => covers(scopeFor(resource, operation, actor), ownerOf(resource, record))

export const mayEverDo = (resource: Resource, operation: Operation, actor: Actor) =>
  mayEver(resource.grants[operation], actor.role)

/** Does the actor touch the record only because it is their own? */
const onlySelf = (resource: Resource, operation: Operation, actor: Actor) =>
  reachesOf(resource.grants[operation], actor.role).every(reach => reach === 'self')

/** Which of the declared fields the actor may send; `self`: the record is the actor's own user. */
export const canWrite = (field: Field, actor: Actor, self: boolean, byRole: boolean): boolean => {
  if (field.locked) return false
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
  const self = record?.uid === actor.uid && resource.name === 'users'
  const byRole = !onlySelf(resource, operation, actor)
  return Object.entries(resource.fields)
    .filter(([, field]) => canWrite(field, actor, self, byRole) && !(operation === 'update' && field.fixed))
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

/** The text that names a record: its label fields, or what stands in for them. */
export const labelOf = (resource: Resource, record: Readonly<Record<string, unknown>>): string => {
  const named = resource.label.fields
    .map(key => record[key])
    .filter(part => typeof part === 'string' && part !== '')
  if (named.length > 0) return named.join(' ')
  const spare = resource.label.otherwise && record[resource.label.otherwise]
  return typeof spare === 'string' ? spare : ''
}
