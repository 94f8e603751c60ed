import type { Limited, Operation, Resource } from './define'
import type { Field } from './fields'
import {
  type Actor,
  canEver,
  covers,
  isRole,
  type Owned,
  type Role,
  ranksAbove,
  roles,
  type Scope,
  scopeNamesOf,
  scopeOf,
} from './grants'
import { valueAt } from './objects'
import { refIn, uidOf } from './refs'
import { resourceNames, resourceOf } from './registry'

type Row = Readonly<Record<string, unknown>>

/** Whether the record's role ranks above the actor's, who then neither sees nor changes it (specification §4). */
export const isOutranked = (resource: Resource, actor: Actor, record: Row) => {
  const role = resource.ranked && record[resource.ranked]
  return isRole(role) && ranksAbove(role, actor.role)
}

/** Whether the record is the actor's own account, which they cannot delete. */
export const isOwnAccount = ({ user }: Resource, { uid }: Actor, record: Row) =>
  user === 'uid' && record.uid === uid

/** The uid that a link field refers to. */
const linked = (record: Readonly<Record<string, unknown>>, path: string | undefined): string | null => {
  if (path === undefined) return null
  if (path === 'uid') return typeof record.uid === 'string' ? record.uid : null
  const ref = refIn(record[path])
  return ref ? uidOf(ref) : null
}

/** Whether the record has these values. False if the definition names none. */
const holds = (values: Resource['published'], record: Readonly<Record<string, unknown>>) =>
  values !== undefined && Object.entries(values).every(([path, value]) => record[path] === value)

/** The owner of a record: user, company, whether it is published or shared, and what limits it further. */
export const ownerOf = (resource: Resource, record: Readonly<Record<string, unknown>>): Owned => ({
  user: linked(record, resource.user),
  company: linked(record, resource.company),
  published: holds(resource.published, record),
  ...(resource.shared && { shared: holds(resource.shared, record) }),
  ...(resource.about !== undefined && { list: record[resource.about] }),
  role: resource.ranked === undefined ? null : record[resource.ranked],
})

/** Whether a link hides the names of users above the reader's rank. */
const hasNameless = ({ fields }: Resource) => Object.values(fields).some(field => field.namelessAbove)

/** The lists that the actor may see. */
const listsFor = (actor: Actor) => resourceNames.filter(name => canEverList(resourceOf(name), actor))

/** Whether an operation is closed to API tokens and views as another user: confidential resources, and for views every change. */
const isClosed = ({ confidential }: Resource, operation: Operation, { viewed, program }: Actor) =>
  (viewed === true && operation !== 'read') ||
  (confidential === true && (viewed === true || program === true))

/**
 * The records that an actor may use in an operation. Users of a higher rank are never among them, nor records about a
 * list that the actor may not see.
 */
export const scopeFor = (resource: Resource, operation: Operation, actor: Actor): Scope => {
  const scope = isClosed(resource, operation, actor) ? 'none' : scopeOf(resource.grants[operation], actor)
  if (typeof scope === 'string') return scope
  const upTo = roles.filter(role => !ranksAbove(role, actor.role))
  return {
    ...scope,
    ...(resource.ranked !== undefined && { ranks: upTo }),
    ...(hasNameless(resource) && { named: upTo }),
    ...(resource.about !== undefined && { lists: listsFor(actor) }),
  }
}

/**
 * Is the operation granted for this record, regardless of rank? The panel disables buttons with it, the server refuses
 * requests. The server answers no record of users of a higher rank; the panel explains the disabled button.
 */
export const allows = (
  resource: Resource,
  operation: Operation,
  actor: Actor,
  record: Readonly<Record<string, unknown>>,
) =>
  !isClosed(resource, operation, actor) &&
  covers(scopeOf(resource.grants[operation], actor), ownerOf(resource, record))

/** Whether the actor can request the list. Access to only their own record does not grant it, unless `ownList` is set. */
export const canEverList = (resource: Resource, actor: Actor) =>
  canEverDo(resource, 'read', actor) && (resource.ownList === true || !onlySelf(resource, 'read', actor))

export const canEverDo = (resource: Resource, operation: Operation, actor: Actor) =>
  !isClosed(resource, operation, actor) && canEver(resource.grants[operation], actor.role)

/** Whether the grant covers only records about the actor. */
export const onlySelf = (resource: Resource, operation: Operation, actor: Actor) =>
  scopeNamesOf(resource.grants[operation], actor.role).every(reach => reach === 'self')

const seeingAll: readonly Role[] = ['root', 'admin']

/** The list shows nothing before a company is chosen (specification §5). */
export const mustChooseCompany = (resource: Resource, actor: Actor) =>
  resource.list.requiresCompany === true && !seeingAll.includes(actor.role)

/** Whether the actor can write this field. @param self whether the record is the actor's own user */
export const canWrite = (field: Field, actor: Actor, self: boolean, byRole: boolean): boolean => {
  if (field.readOnly) return false
  if (self && field.write?.includes('self')) return true
  return byRole && (field.write === undefined || field.write.includes(actor.role))
}

/** The fields that the actor may write in this operation, in the order of the definition. */
export const writableFields = (
  resource: Resource,
  operation: 'create' | 'update',
  actor: Actor,
  record?: Readonly<Record<string, unknown>>,
): string[] => {
  if (isClosed(resource, operation, actor)) return []
  const self = record !== undefined && ownerOf(resource, record).user === actor.uid
  // Users may write all fields of a record about themselves that they create, but only `self` fields of their user record.
  const byRole = operation === 'create' || !onlySelf(resource, operation, actor)
  return Object.entries(resource.fields)
    .filter(
      ([, field]) => canWrite(field, actor, self, byRole) && !(operation === 'update' && field.immutable),
    )
    .map(([key]) => key)
}

export const isRequired = (field: Field, mode: 'create' | 'update') =>
  field.required === true || field.required === mode

/** Whether the field must be filled in this record: always, or while the list that may replace it is empty. */
export const isRequiredIn = (
  field: Field,
  mode: 'create' | 'update',
  record: Readonly<Record<string, unknown>>,
) => isRequired(field, mode) || (field.requiredUnless !== undefined && isEmpty(record[field.requiredUnless]))

/** The link fields of a resource. */
export const linksOf = (resource: Resource) =>
  Object.entries(resource.fields).filter(([, field]) => field.kind === 'link')

export const searchedFields = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([key, field]) => (field.search ? [key] : []))

/** Whether a form value is empty: missing, blank text or an empty list. */
export const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Whether the field is disabled in the current state of the record. */
export const isDisabledNow = (
  resource: Resource,
  field: Pick<Field, 'when'>,
  record: Readonly<Record<string, unknown>>,
) =>
  field.when !== undefined &&
  resource.states !== undefined &&
  !field.when.includes(String(record[resource.states.field]))

/** The display name of a record: its label fields, or their fallback. */
export const labelOf = (resource: Resource, record: Readonly<Record<string, unknown>>): string => {
  const named = resource.label.fields
    .map(key => valueAt(record, key))
    .filter(part => typeof part === 'number' || (typeof part === 'string' && part !== ''))
  if (named.length > 0) return named.join(' ')
  const spare = resource.label.otherwise && valueAt(record, resource.label.otherwise)
  return typeof spare === 'string' ? spare : ''
}

export const canRead = (field: Field, role: Role) => field.read === undefined || field.read.includes(role)

/** The paths available to a role. */
export const pathsFor = <P extends string>(limited: readonly Limited<P>[], role: Role): P[] =>
  limited.flatMap(each => (typeof each === 'string' ? [each] : each.only.includes(role) ? [each.path] : []))

/** The given fields in order, without those that the role may not read. */
export const readablePaths = (resource: Resource, limited: readonly Limited<string>[], role: Role) =>
  pathsFor(limited, role).filter(path => {
    const field = resource.fields[path]
    return !field || canRead(field, role)
  })
