import { allows, isOutranked, isOwnAccount, ownerOf } from './access'
import type { Operation, Resource } from './define'
import type { Field } from './fields'
import {
  type Actor,
  covers,
  type Grant,
  type Role,
  roles,
  type ScopeName,
  scopeNamesOf,
  scopeOf,
} from './grants'
import { isDeleted } from './states'

export type Row = Readonly<Record<string, unknown>>

/** Things that a user can do to a record, in the order of the columns. */
export const abilities = ['read', 'update', 'delete', 'download'] as const
export type AbilityName = (typeof abilities)[number]

/**
 * Reasons why a user lacks an ability. Of the user: `inactive`, their account is not active; `role`, their role has no
 * access to the kind of record; `rank`, the record's role ranks above theirs; `notAbout`, their role covers only records
 * about themselves. Of the record: `company`, it belongs to another company; `partnerAccess`, its company gives its partner
 * no access; `unpublished`; `deleted`; `ownAccount`, users cannot delete their own.
 */
export const obstacles = [
  'inactive',
  'role',
  'rank',
  'company',
  'partnerAccess',
  'unpublished',
  'notAbout',
  'deleted',
  'ownAccount',
] as const
export type Obstacle = (typeof obstacles)[number]

/** An ability on a record, with the scope of the grant that gives it; or the obstacle, and the roles that have the ability. */
export type Ability = {
  readonly name: AbilityName
  readonly because?: ScopeName
  readonly obstacle?: Obstacle
  readonly roles?: readonly Role[]
}

/** Whether the role may download the file of a field. */
export const mayFetch = ({ fetch }: Field, role: Role) => !fetch?.only || fetch.only.includes(role)

/** The files that are downloaded: those with a rule of their own, or all. */
const filesOf = ({ fields }: Resource) => {
  const files = Object.values(fields).filter(({ kind }) => kind === 'file')
  const ruled = files.filter(({ fetch }) => fetch?.only)
  return ruled.length > 0 ? ruled : files
}

const operationOf = (name: AbilityName): Operation => (name === 'download' ? 'read' : name)

/** Whether the role passes the limits of the ability beyond the grant. */
const passes = (resource: Resource, name: AbilityName, role: Role) =>
  name !== 'download' || filesOf(resource).some(field => mayFetch(field, role))

const isGranted = (resource: Resource, name: AbilityName, actor: Actor, record: Row) =>
  passes(resource, name, actor.role) && allows(resource, operationOf(name), actor, record)

type Rule = {
  readonly obstacle: Obstacle
  readonly of: readonly AbilityName[]
  readonly stands: (resource: Resource, actor: Actor, record: Row) => boolean
}

/** Rules that refuse a record that the grant covers. */
const rules: readonly Rule[] = [
  { obstacle: 'rank', of: abilities, stands: isOutranked },
  {
    obstacle: 'deleted',
    of: ['update', 'delete'],
    stands: (resource, _, record) => isDeleted(resource, record),
  },
  { obstacle: 'ownAccount', of: ['delete'], stands: isOwnAccount },
]

const ruleAgainst = (resource: Resource, name: AbilityName, actor: Actor, record: Row) =>
  rules.find(({ of, stands }) => of.includes(name) && stands(resource, actor, record))?.obstacle

const can = (resource: Resource, name: AbilityName, actor: Actor, record: Row) =>
  isGranted(resource, name, actor, record) && !ruleAgainst(resource, name, actor, record)

/** The scope of the grant that covers the record. */
const scopeThatCovers = (resource: Resource, grant: Grant | undefined, actor: Actor, record: Row) =>
  scopeNamesOf(grant, actor.role).find(name =>
    covers(scopeOf({ [actor.role]: name }, actor), ownerOf(resource, record)),
  )

/** Obstacle of a record that none of these scopes covers: the first with a scope of the role. */
const lacks: readonly (readonly [Obstacle, readonly ScopeName[]])[] = [
  ['company', ['own', 'managed', 'open']],
  ['unpublished', ['published']],
  ['notAbout', ['self']],
]

const whyNot = (resource: Resource, name: AbilityName, actor: Actor, record: Row): Obstacle => {
  const scopes = scopeNamesOf(resource.grants[operationOf(name)], actor.role)
  if (!passes(resource, name, actor.role)) return 'role'
  // The same question, as if every managed company gave access.
  if (isGranted(resource, name, { ...actor, open: actor.managed }, record)) return 'partnerAccess'
  return lacks.find(([, covered]) => covered.some(scope => scopes.includes(scope)))?.[0] ?? 'role'
}

/** A sample actor of a role in a company. */
export const probe = (
  role: Role,
  company: string | null,
  managed: readonly string[] = [],
  open = managed,
): Actor => ({ uid: '', role, company, managed, open, licensed: false })

/** The roles that can, in the record's own company or anywhere; none where no panel user can. */
const rolesThatCan = (resource: Resource, name: AbilityName, record: Row) =>
  roles.filter(role => can(resource, name, probe(role, ownerOf(resource, record).company), record))

/** Obstacles that another role would remove. */
const ofRoles: readonly Obstacle[] = ['role', 'rank', 'notAbout']

const refusal = (resource: Resource, name: AbilityName, record: Row, obstacle: Obstacle): Ability => ({
  ...{ name, obstacle },
  ...(ofRoles.includes(obstacle) && { roles: rolesThatCan(resource, name, record) }),
})

/** The abilities of an actor on a record, by the grants that decide them. */
export const abilitiesOf = (resource: Resource, actor: Actor, record: Row): Ability[] =>
  abilities
    .filter(name => name !== 'download' || filesOf(resource).length > 0)
    .map(name => {
      const obstacle = isGranted(resource, name, actor, record)
        ? ruleAgainst(resource, name, actor, record)
        : whyNot(resource, name, actor, record)
      if (obstacle) return refusal(resource, name, record, obstacle)
      const because = scopeThatCovers(resource, resource.grants[operationOf(name)], actor, record)
      return { name, ...(because && { because }) }
    })
