import { allows, canEverList, ownerOf, scopeFor } from '~/model/access'
import { isOutranked, isOwnAccount } from '~/model/accounts'
import type { Resource } from '~/model/define'
import type { Link } from '~/model/fields'
import { type Actor, covers, type Role, scopeOf } from '~/model/grants'
import { isAvailableFor, isDeleted } from '~/model/states'

type Row = Readonly<Record<string, unknown>>

export const mayOpen = (resource: Resource, actor: Actor, record: Row) =>
  allows(resource, 'read', actor, record) && !isOutranked(resource, actor, record)

export const mayChange = (resource: Resource, actor: Actor, record: Row) =>
  allows(resource, 'update', actor, record) &&
  !isOutranked(resource, actor, record) &&
  !isDeleted(resource, record)

export const mayRemove = (resource: Resource, actor: Actor, record: Row) =>
  allows(resource, 'delete', actor, record) &&
  !isOutranked(resource, actor, record) &&
  !isOwnAccount(resource, actor, record)

export const mayAct = (resource: Resource, action: string, actor: Actor, record: Row) => {
  const declared = resource.actions?.[action]
  if (!declared || actor.viewed || isOutranked(resource, actor, record)) return false
  const owner = ownerOf(resource, record)
  return covers(scopeOf(declared.grant, actor), owner) && !(declared.notOnSelf && owner.user === actor.uid)
}

export const canActNow = (resource: Resource, action: string, record: Row) =>
  isAvailableFor(resource, record, resource.actions?.[action] ?? {})

/**
 * Whether a list has a screen. Resources whose list is only published or shared have none: the home page and saved
 * views request them.
 */
export const mayList = (resource: Resource, actor: Actor) => {
  const scope = scopeFor(resource, 'read', actor)
  if (scope === 'none' || !canEverList(resource, actor)) return false
  return scope === 'all' || resource.ownList === true || scope.companies.length > 0
}

export const mayCreate = (resource: Resource, actor: Actor) => scopeFor(resource, 'create', actor) !== 'none'

/** Like `mayCreate`; where records are created in a company, checks that company. */
export const mayCreateIn = (resource: Resource, actor: Actor, holder: Link | undefined) => {
  const { parent, company } = resource
  return holder && parent !== undefined && parent === company
    ? allows(resource, 'create', actor, { [parent]: holder })
    : mayCreate(resource, actor)
}

/** A company that the actor manages, and that does not share these records with its partner. */
export const isWithheld = (resource: Resource, actor: Actor, company: string) => {
  const scope = scopeFor(resource, 'read', actor)
  return typeof scope === 'object' && actor.managed.includes(company) && !scope.companies.includes(company)
}

const choosingCompany: readonly Role[] = ['root', 'partner']

/** "Users may edit the company field only if root or partner." */
export const mayChooseCompany = (actor: Actor) => choosingCompany.includes(actor.role)
