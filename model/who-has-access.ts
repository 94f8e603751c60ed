import { type Ability, abilitiesOf, probe, type Row } from './abilities'
import { canEverDo, ownerOf } from './access'
import { type Operation, operations, type Resource } from './define'
import { type Actor, type Role, roles, type ScopeName, scopeNamesOf } from './grants'
import { type ResourceName, resourceNames, resourceOf } from './registry'

/** Whether records open on a screen, their own or that of their form. Others are only rows of a list. */
const isOpened = ({ paths }: Resource) => (paths.show ?? paths.edit) !== undefined

/** The resources whose access is explained: all with a screen for a record. */
export const explained = resourceNames.filter(name => isOpened(resourceOf(name)))

/** Whether the access to records of this resource is explained. */
export const isExplained = ({ name }: Resource) => explained.some(each => each === name)

/** Maximum number of guests of a group that are named. */
export const guestsNamed = 200

/** Abilities of a user on the records of one kind: each operation with the scopes of its grant. */
export type Reach = {
  readonly resource: ResourceName
  readonly abilities: readonly {
    readonly name: Operation
    readonly because: readonly ScopeName[]
  }[]
}

/** Abilities of an actor in the panel, by kind of record, from the grants that decide them. */
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

/** Relation to the record: of any company, of the record's company, of its partner; or the user it is about. */
export const relations = ['any', 'own', 'partner', 'self'] as const
export type Relation = (typeof relations)[number]

export type Party = {
  readonly role: Role
  readonly relation: Relation
  readonly abilities: readonly Ability[]
}

/** The partner of the company that owns a record, and whether it has access to its data. */
export type PartnerOf = { readonly uid: string; readonly hasAccess: boolean }

const canSomething = ({ abilities }: Party) => abilities.some(({ because }) => because)

/** Abilities of the user that the record is about, beyond those of their role. */
const subjectParty = (resource: Resource, record: Row, subject: Actor): Party => ({
  ...{ role: subject.role, relation: 'self' },
  abilities: abilitiesOf(resource, subject, record).filter(({ because }) => because === 'self'),
})

/**
 * All parties with an ability on a record, from the highest role; `any` covers all companies.
 * @param subject the user that the record is about, if their account is active
 */
export const partiesOf = (
  resource: Resource,
  record: Row,
  partner: PartnerOf | null,
  subject: Actor | null = null,
): Party[] => {
  const { company } = ownerOf(resource, record)
  const own = company === null ? [] : [company]
  const actors = (role: Role): readonly (readonly [Relation, Actor])[] => [
    ['any', probe(role, null)],
    ['own', probe(role, company)],
    ...(role === 'partner' && partner
      ? [['partner', probe(role, partner.uid, own, partner.hasAccess ? own : [])] as const]
      : []),
  ]
  const byRole = roles.toReversed().flatMap(role => {
    const found = actors(role)
      .map(([relation, actor]) => ({ role, relation, abilities: abilitiesOf(resource, actor, record) }))
      .filter(canSomething)
    return found[0]?.relation === 'any' ? found.slice(0, 1) : found
  })
  return [...byRole, ...(subject ? [subjectParty(resource, record, subject)].filter(canSomething) : [])]
}
