import { type Ability, abilitiesOf, probe, type Row } from './abilities'
import { canEverDo, ownerOf } from './access'
import { type Operation, operations, type Resource } from './define'
import { type Actor, type Role, roles, type ScopeName, scopeNamesOf } from './grants'
import { type ResourceName, resourceNames, resourceOf } from './registry'

/** Is a record opened on a screen: its own, or that of its form? The others are only rows of a list. */
const isOpened = ({ paths }: Resource) => (paths.show ?? paths.edit) !== undefined

/** The resources whose access is explained: all that people open a record of. */
export const explained = resourceNames.filter(name => isOpened(resourceOf(name)))

/** Is who has access to one of these records explained? */
export const isExplained = ({ name }: Resource) => explained.some(each => each === name)

/** How many guests of a group are named at a time. */
export const guestsNamed = 200

/** What somebody can do to the records of one kind: each operation with the scopes of its grant. */
export type Reach = {
  readonly resource: ResourceName
  readonly abilities: readonly {
    readonly name: Operation
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

/** Who: of any company, of the record's own, of the partner that manages that; or the person whom the record is about. */
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

/** What the person whom the record is about can do as such, beyond what their role gives. */
const subjectParty = (resource: Resource, record: Row, subject: Actor): Party => ({
  ...{ role: subject.role, relation: 'self' },
  abilities: abilitiesOf(resource, subject, record).filter(({ because }) => because === 'self'),
})

/**
 * Everybody who can do something to a record, from the highest role: `any` stands for all companies.
 * @param subject whom the record is about, if their account is active
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
