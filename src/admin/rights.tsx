import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Store, usePermissions, useStore } from 'react-admin'
import { allows, canEverList, isOutranked, isOwnAccount, ownerOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink, type Link } from '~/model/fields'
import { type Actor, covers, type Role, scopeOf } from '~/model/grants'
import { type Filters, inCompany } from '~/model/lists/list-address'
import { uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { isAvailableFor, isDeleted } from '~/model/states'
import type { Me } from '~/src/api/backend'

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

/** The declared actions that the actor may perform on the record now; those with a button of their own are not among them. */
export const availableActions = (resource: Resource, actor: Actor, record: Row) =>
  Object.entries(resource.actions ?? {}).flatMap(([action, { ownButton }]) =>
    !ownButton && mayAct(resource, action, actor, record) && canActNow(resource, action, record)
      ? [action]
      : [],
  )

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

/** The signed-in user as the actor of the model's rules. */
export const actorOf = ({
  uid,
  role,
  company,
  reach,
  profile,
}: Pick<Me, 'uid' | 'role' | 'company' | 'reach'> & Partial<Pick<Me, 'profile'>>): Actor => ({
  uid,
  role,
  company: company ? uidOf(company.ref) : null,
  managed: reach.managed.map(uidOf),
  open: reach.open.map(uidOf),
  licensed: reach.licensed === true,
  ...(profile?.viewedUntil ? { viewed: true } : {}),
})

type Known = { readonly actor: Actor; readonly company: Link | null }

const ActorContext = createContext<Known | null>(null)

/** Waits for react-admin's permissions, the signed-in user: no button is shown or disabled by mistake. */
export const WithActor = ({ children }: { children: ReactNode }) => {
  const { permissions } = usePermissions<Me | null>()
  const known = useMemo(
    () => (permissions ? { actor: actorOf(permissions), company: permissions.company } : null),
    [permissions],
  )
  return known && <ActorContext value={known}>{children}</ActorContext>
}

const useKnown = () => {
  const known = useContext(ActorContext)
  if (!known) throw new Error('Put <WithActor> around this component')
  return known
}

export const useActor = () => useKnown().actor

/** The actor's own company, with its name. */
export const useOwnCompany = () => useKnown().company

/** The key in this tab's session storage; one for each user, since computers may be shared. */
export const companyKey = (uid: string) => `${uid}.company`

const forActor = (actor: Actor, stored: unknown): Link | undefined =>
  mayChooseCompany(actor) && isLink(stored) ? stored : undefined

/** The chosen company, read before the panel is rendered. */
export const storedCompany = (store: Store, actor: Actor) =>
  forActor(actor, store.getItem(companyKey(actor.uid)))

/** The company that root or a partner has limited all lists to; undefined: all companies. */
export const useChosenCompany = () => {
  const actor = useActor()
  const [stored] = useStore<unknown>(companyKey(actor.uid))
  return forActor(actor, stored)
}

/** The company of new records: the chosen one, else the user's own. */
export const useStartingCompany = () => {
  const own = useOwnCompany()
  return useChosenCompany() ?? own
}

/**
 * Limits the choice of a record to the chosen company; undefined if nothing does. Companies and people are not limited:
 * a person who acts in a company may belong to another one.
 */
export const useChoiceFilter = (target: string | undefined, own?: Filters): Filters | undefined => {
  const chosen = useChosenCompany()
  if (!chosen || !target) return own
  const resource = resourceOf(target)
  if (resource.company === 'uid' || resource.user === 'uid') return own
  const filter = { ...inCompany(resource, chosen.ref, own), ...own }
  return Object.keys(filter).length > 0 ? filter : undefined
}
