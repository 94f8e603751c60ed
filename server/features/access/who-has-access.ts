import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { labelOf, ownerOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink, type Link } from '~/model/fields'
import { type Actor, scopeNames } from '~/model/grants'
import { refOf, refOfRecord, uidOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { groups } from '~/model/resources/groups'
import { users } from '~/model/resources/users'
import { roles } from '~/model/roles'
import { abilities, obstacles, type Party, partiesOf, relations } from '~/model/who-has-access'
import type { Flat } from '~/server/platform/database/flat'
import { link } from '~/server/platform/http/route-schemas'
import { countRows } from '~/server/records/reading/counting'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'

/** What an access list holds. */
const listable = [users.name, groups.name] as const

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
        people: z.int().meta({ description: 'Active users whom the reader may see' }),
        abilities: z.array(ability),
      }),
    ),
    lists: z.array(
      z.object({
        field: z.string(),
        target: z.enum(listable).meta({ description: 'What the list holds' }),
        entries: z.array(link),
      }),
    ),
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

/** How many of a party the reader may see. */
const countParty = async ({ database }: Services, reader: Actor, { role }: Party, company: Link | null) => {
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

/** The lists of people and groups that a record holds. Other companies' are not in them. */
export const accessListsOf = ({ fields }: Resource, record: Flat) =>
  Object.entries(fields).flatMap(([field, { kind, target: name }]) => {
    const entries = record[field]
    const target = listable.find(each => each === name)
    return kind === 'links' && target && Array.isArray(entries)
      ? [{ field, target, entries: entries.filter(isLink) }]
      : []
  })

/** The groups of these lists that a person is a member of. */
export const groupsThatHold = async (
  { database }: Services,
  lists: ReturnType<typeof accessListsOf>,
  person: string,
): Promise<Link[]> => {
  const listed = lists.filter(({ target }) => target === groups.name).flatMap(({ entries }) => entries)
  const uids = listed.map(({ ref }) => uidOf(ref))
  const joined = await database.query<RowOf<'groups', 'uid'>>(sql`select uid from groups
    where uid = any(${sql.param(uids)}) and members_uids @> array[${person}]`)
  return listed.filter(({ ref }) => joined.some(({ uid }) => uid === uidOf(ref)))
}

/** Who can do what to a record, by role and company, computed from the grants that decide it. */
export const whoHasAccess = async (services: Services, reader: Actor, resource: Resource, record: Flat) => {
  const { own, partner, hasAccess } = await companyOf(services, resource, record)
  const parties = partiesOf(resource, record, partner && { uid: uidOf(partner.ref), hasAccess })
  const companyFor = { any: null, own, partner }
  const told = []
  for (const party of parties) {
    const company = companyFor[party.relation]
    told.push({ ...party, company, people: await countParty(services, reader, party, company) })
  }
  return { parties: told, lists: accessListsOf(resource, record) }
}

export const refOfUser = (uid: string) => refOf(users.name, uid)
