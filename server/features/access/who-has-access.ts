import { z } from 'zod'
import { abilities, obstacles } from '~/model/abilities'
import { labelOf, ownerOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink, type Link } from '~/model/fields'
import { type Actor, scopeNames } from '~/model/grants'
import { refOf, refOfRecord, uidOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { users } from '~/model/resources/users'
import { type Role, roles } from '~/model/roles'
import { partiesOf, relations } from '~/model/who-has-access'
import { principalOfUser } from '~/server/features/sessions/principal-of-user'
import type { Flat } from '~/server/platform/database/flat'
import { link } from '~/server/platform/http/route-schemas'
import { countRows } from '~/server/records/reading/counting'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import { accessListsOf, groupsSchema, listsSchema, peopleOfGroups } from './listed-people'

export const ability = z.object({
  name: z.enum(abilities),
  because: z.enum(scopeNames).optional().meta({ description: 'The scope of the grant; absent: they cannot' }),
  obstacle: z.enum(obstacles).optional(),
  roles: z.array(z.enum(roles)).optional().meta({ description: 'The roles that can, in the company' }),
})

export const accessResponse = z
  .object({
    parties: z.array(
      z.object({
        role: z.enum(roles),
        relation: z.enum(relations),
        company: link.nullable(),
        person: link.nullable().meta({ description: 'Whom the record is about, for the relation `self`' }),
        people: z.int().meta({ description: 'Active users whom the reader may see' }),
        abilities: z.array(ability),
      }),
    ),
    lists: listsSchema,
    groups: groupsSchema,
  })
  .meta({ id: 'WhoHasAccess' })

/** The company that owns a record, and its partner. */
const companyOf = async ({ database }: Services, resource: Resource, record: Flat) => {
  const { company: uid } = ownerOf(resource, record)
  const company = uid === null ? undefined : await findRow(database, companies, uid, 'all')
  const partner = isLink(company?.partner) ? company.partner : null
  return {
    own: company ? { ref: refOfRecord(companies, company), label: labelOf(companies, company) } : null,
    partner,
    hasAccess: company?.allowPartnerAccess === true,
  }
}

/** Whom a record is about: no one if the reader may not see them, or if their account is not active. */
const subjectOf = async ({ database }: Services, reader: Actor, resource: Resource, record: Flat) => {
  const { user: uid } = ownerOf(resource, record)
  const user = uid === null ? undefined : await findRow(database, users, uid, scopeFor(users, 'read', reader))
  const found = user && (await principalOfUser(database, user.uid))
  return user && found?.active
    ? { actor: found.principal.actor, link: { ref: refOfUser(user.uid), label: labelOf(users, user) } }
    : null
}

/** How many of a role the reader may see, of a company or of all. */
const countRole = async ({ database }: Services, reader: Actor, role: Role, company: Link | null) => {
  const equal = (field: string, value: string) =>
    ({ field, on: company && field === 'company' ? 'ref' : 'value', op: 'eq', value }) as const
  const where = [
    equal('role', role),
    equal('status', 'active'),
    ...(company ? [equal('company', company.ref)] : []),
  ]
  const { count } = await countRows(database, users, where, scopeFor(users, 'read', reader))
  return count
}

/**
 * Who can do what to a record, by role and company, computed from the grants that decide it; and whom its access lists
 * name.
 */
export const whoHasAccess = async (services: Services, reader: Actor, resource: Resource, record: Flat) => {
  const { own, partner, hasAccess } = await companyOf(services, resource, record)
  const subject = await subjectOf(services, reader, resource, record)
  const managing = partner && { uid: uidOf(partner.ref), hasAccess }
  const companyFor = { any: null, own, partner, self: null }
  const parties = []
  for (const party of partiesOf(resource, record, managing, subject?.actor)) {
    const company = companyFor[party.relation]
    const person = party.relation === 'self' && subject ? subject.link : null
    const people = person ? 1 : await countRole(services, reader, party.role, company)
    parties.push({ ...party, company, person, people })
  }
  return {
    ...{ parties, lists: accessListsOf(resource, record) },
    groups: await peopleOfGroups(services, reader, resource, record),
  }
}

export const refOfUser = (uid: string) => refOf(users.name, uid)
