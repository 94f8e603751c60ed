import { allows, canEverDo, ownerOf } from './access'
import type { Operation, Resource } from './define'
import type { Field } from './fields'
import { type Actor, covers, type Grant, type ScopeName, scopeNamesOf, scopeOf } from './grants'
import { type ResourceName, resourceNames, resourceOf } from './registry'
import { type Role, roles } from './roles'

type Row = Readonly<Record<string, unknown>>

/** The records whose access is explained: what companies own and open. */
export const explained: readonly string[] = [
  'companies',
  'environments',
  'versions',
  'videos',
  'vectos',
  'medias',
]

/** What one can do to a record, in the order of the columns. */
export const abilities = ['read', 'update', 'delete', 'download'] as const
export type AbilityName = (typeof abilities)[number]

/**
 * Why somebody cannot: their account is not active, no record of the kind is for their role, it is another company's, or
 * its company gives its partner no access.
 */
export const obstacles = ['inactive', 'role', 'company', 'partnerAccess'] as const
export type Obstacle = (typeof obstacles)[number]

/** One thing that somebody can do to a record, and by which scope of the grant; or why not, and which roles can. */
export type Ability = {
  readonly name: AbilityName
  readonly because?: ScopeName
  readonly obstacle?: Obstacle
  readonly roles?: readonly Role[]
}

/** May the role download the file of a field? */
export const mayFetch = ({ fetch }: Field, role: Role) => !fetch?.only || fetch.only.includes(role)

/** The files that are downloaded: those with a rule of their own, or all. */
const filesOf = ({ fields }: Resource) => {
  const files = Object.values(fields).filter(({ kind }) => kind === 'file')
  const ruled = files.filter(({ fetch }) => fetch?.only)
  return ruled.length > 0 ? ruled : files
}

const operationOf = (name: AbilityName): Operation => (name === 'download' ? 'read' : name)

/** Does the role pass what limits the ability beyond the grant? */
const passes = (resource: Resource, name: AbilityName, role: Role) =>
  name !== 'download' || filesOf(resource).some(field => mayFetch(field, role))

const can = (resource: Resource, name: AbilityName, actor: Actor, record: Row) =>
  passes(resource, name, actor.role) && allows(resource, operationOf(name), actor, record)

/** The scope of the grant that covers the record. */
const scopeThatCovers = (resource: Resource, grant: Grant | undefined, actor: Actor, record: Row) =>
  scopeNamesOf(grant, actor.role).find(name =>
    covers(scopeOf({ [actor.role]: name }, actor), ownerOf(resource, record)),
  )

const whyNot = (resource: Resource, name: AbilityName, actor: Actor, record: Row): Obstacle => {
  const grant = resource.grants[operationOf(name)]
  if (scopeNamesOf(grant, actor.role).length === 0 || !passes(resource, name, actor.role)) return 'role'
  // The same question, as if every managed company gave access.
  return can(resource, name, { ...actor, open: actor.managed }, record) ? 'partnerAccess' : 'company'
}

/** The roles that can, in the record's own company or anywhere; none where no panel user can. */
const rolesThatCan = (resource: Resource, name: AbilityName, record: Row) =>
  roles.filter(role => can(resource, name, probe(role, ownerOf(resource, record).company), record))

const probe = (
  role: Role,
  company: string | null,
  managed: readonly string[] = [],
  open = managed,
): Actor => ({
  ...{ uid: '', role, company, managed, open },
  licensed: false,
})

/** What an actor can do to a record, by the grants that decide it. */
export const abilitiesOf = (resource: Resource, actor: Actor, record: Row): Ability[] =>
  abilities
    .filter(name => name !== 'download' || filesOf(resource).length > 0)
    .map(name => {
      if (!can(resource, name, actor, record)) {
        const obstacle = whyNot(resource, name, actor, record)
        return { name, obstacle, ...(obstacle === 'role' && { roles: rolesThatCan(resource, name, record) }) }
      }
      const because = scopeThatCovers(resource, resource.grants[operationOf(name)], actor, record)
      return { name, ...(because && { because }) }
    })

const operations = ['read', 'create', 'update', 'delete'] as const

/** What somebody can do to the records of one kind: each operation with the scopes of its grant. */
export type Reach = {
  readonly resource: ResourceName
  readonly abilities: readonly {
    readonly name: (typeof operations)[number]
    readonly because: readonly ScopeName[]
  }[]
}

/** What an actor can do in the panel, by kind of record, by the grants that decide it. */
export const reachOf = (actor: Actor): Reach[] =>
  resourceNames.flatMap(name => {
    const resource = resourceOf(name)
    const abilities = operations
      .filter(operation => canEverDo(resource, operation, actor))
      .map(operation => ({
        name: operation,
        because: scopeNamesOf(resource.grants[operation], actor.role),
      }))
    return abilities.length > 0 ? [{ resource: name, abilities }] : []
  })

/** Of which company: any, the record's own, or the partner that manages that. */
export const relations = ['any', 'own', 'partner'] as const
export type Relation = (typeof relations)[number]

export type Party = {
  readonly role: Role
  readonly relation: Relation
  readonly abilities: readonly Ability[]
}

/** The partner of the company that owns a record, and whether it has access to its data. */
export type PartnerOf = { readonly uid: string; readonly hasAccess: boolean }

/** Everybody who can do something to a record, from the highest role: `any` stands for all companies. */
export const partiesOf = (resource: Resource, record: Row, partner: PartnerOf | null): Party[] => {
  const { company } = ownerOf(resource, record)
  const own = company === null ? [] : [company]
  const actorFor: Readonly<Record<Relation, (role: Role) => Actor>> = {
    any: role => probe(role, null),
    own: role => probe(role, company),
    partner: role => probe(role, partner?.uid ?? null, own, partner?.hasAccess ? own : []),
  }
  return roles.toReversed().flatMap(role => {
    const found = relations
      .filter(relation => relation !== 'partner' || (role === 'partner' && partner !== null))
      .map(relation => ({
        role,
        relation,
        abilities: abilitiesOf(resource, actorFor[relation](role), record),
      }))
      .filter(party => party.abilities.some(({ because }) => because))
    return found[0]?.relation === 'any' ? found.slice(0, 1) : found
  })
}
