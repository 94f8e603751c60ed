import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { abilities, obstacles } from '~/model/abilities'
import { labelOf, ownerOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink, type Link } from '~/model/fields'
import { type Actor, type Role, roles, scopeNames } from '~/model/grants'
import type { Condition, ListQuery } from '~/model/lists/query'
import { refOf, refOfRecord, uidOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { groups } from '~/model/resources/groups'
import { guests } from '~/model/resources/guests'
import { users } from '~/model/resources/users'
import { guestsNamed, partiesOf, relations } from '~/model/who-has-access'
import { principalOfUser } from '~/server/features/sessions/sessions'
import type { Flat } from '~/server/platform/database/tables'
import { link } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'
import { countRows, findRow, listRows } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'

/** Resources that an access list can name. */
const listable = [users.name, groups.name] as const

const listsSchema = z.array(
  z.object({
    field: z.string(),
    target: z.enum(listable).meta({ description: 'What the list holds' }),
    entries: z.array(link),
  }),
)

const groupsSchema = z.array(
  z.object({
    group: link,
    members: z.array(link),
    guests: z.array(z.object({ guest: link, accepted: z.boolean() })).meta({
      description:
        'The first of those whom the company invited into the group, by e-mail; those who did not accept have no access',
    }),
    guestCounts: z.object({ accepted: z.int(), pending: z.int() }),
  }),
)

/** The access lists of a record: its links to users and groups, except inverse ones such as a user's own groups. */
export const accessListsOf = ({ name, fields }: Resource, record: Flat) =>
  Object.entries(fields).flatMap(([field, { kind, target: held, inverse }]) => {
    const entries = record[field]
    const target = listable.find(each => each === held)
    const isList = name !== groups.name && kind === 'links' && inverse === undefined
    return isList && target && Array.isArray(entries)
      ? [{ field, target, entries: entries.filter(isLink) }]
      : []
  })

type Lists = ReturnType<typeof accessListsOf>

const listedGroups = (lists: Lists) =>
  lists.filter(({ target }) => target === groups.name).flatMap(({ entries }) => entries)

const guestsOf = async ({ database }: Services, reader: Actor, group: Link) => {
  const query: ListQuery = {
    offset: 0,
    batch: guestsNamed,
    sort: { field: 'guest.email', on: 'value', order: 'asc' },
    where: [{ field: 'group', on: 'ref', op: 'eq', value: group.ref }],
  }
  const scope = scopeFor(guests, 'read', reader)
  const { records, count } = await listRows(database, guests, query, scope)
  const isAccepted: Condition = { field: 'status', on: 'value', op: 'eq', value: 'accepted' }
  const { count: accepted } = await countRows(database, guests, [...query.where, isAccepted], scope)
  return {
    guests: records.map(guest => ({
      guest: { ref: refOfRecord(guests, guest), label: labelOf(guests, guest) },
      accepted: guest.status === 'accepted',
    })),
    guestCounts: { accepted, pending: count - accepted },
  }
}

/** The members and guests of the groups on a record's lists, or of the record if it is a group. */
const peopleOfGroups = async (services: Services, reader: Actor, resource: Resource, record: Flat) => {
  const named =
    resource.name === groups.name
      ? [{ ref: refOfRecord(groups, record), label: labelOf(groups, record) }]
      : listedGroups(accessListsOf(resource, record))
  const once = [...new Map(named.map(group => [group.ref, group])).values()]
  const found = []
  for (const group of once) {
    const row = await findRow(services.database, groups, uidOf(group.ref), scopeFor(groups, 'read', reader))
    if (row) found.push({ group, members: row.members ?? [], ...(await guestsOf(services, reader, group)) })
  }
  return found
}

/** The groups of these lists that include a user: as a member, or as a guest who has accepted. */
export const groupsThatHold = async ({ database }: Services, lists: Lists, person: string) => {
  const listed = listedGroups(lists)
  const uids = listed.map(({ ref }) => uidOf(ref))
  const held = await database.query<RowOf<'groups', 'uid'> & { held_as: string }>(sql`
    select uid, 'member' as held_as from groups where uid = any(${sql.param(uids)}) and members_uids @> array[${person}]
    union all
    select group_uid, 'guest' from guests
      where group_uid = any(${sql.param(uids)}) and user_uid = ${person} and status = 'accepted'`)
  const heldAs = (role: string) =>
    listed.filter(({ ref }) => held.some(({ uid, held_as: as }) => as === role && uid === uidOf(ref)))
  return { groups: heldAs('member'), guestOf: heldAs('guest') }
}

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

/** The user that a record is about; null if the reader may not see them, or if their account is not active. */
const subjectOf = async ({ database }: Services, reader: Actor, resource: Resource, record: Flat) => {
  const { user: uid } = ownerOf(resource, record)
  const user = uid === null ? undefined : await findRow(database, users, uid, scopeFor(users, 'read', reader))
  const found = user && (await principalOfUser(database, user.uid))
  return user && found?.active
    ? { actor: found.principal.actor, link: { ref: refOfUser(user.uid), label: labelOf(users, user) } }
    : null
}

/** Number of active users with a role that the reader may see, in one company or in all. */
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
 * Computes who can do what to a record, by role and company, from the grants that decide it. Adds the users and groups
 * of its access lists.
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
