import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { labelOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink, type Link } from '~/model/fields'
import type { Actor } from '~/model/grants'
import type { Condition, ListQuery } from '~/model/lists/query'
import { refOfRecord, uidOf } from '~/model/refs'
import { groups } from '~/model/resources/groups'
import { guests } from '~/model/resources/guests'
import { users } from '~/model/resources/users'
import { guestsNamed } from '~/model/who-has-access'
import type { Flat } from '~/server/platform/database/flat'
import { link } from '~/server/platform/http/route-schemas'
import { countRows } from '~/server/records/reading/counting'
import { findRow, listRows } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'

/** What an access list holds. */
const listable = [users.name, groups.name] as const

export const listsSchema = z.array(
  z.object({
    field: z.string(),
    target: z.enum(listable).meta({ description: 'What the list holds' }),
    entries: z.array(link),
  }),
)

export const groupsSchema = z.array(
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

/** The lists of people and groups that a record holds: other companies' are not in them, nor a user's own groups. */
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

/** The people of the groups on a record's lists, or of the group that the record is: members, and guests. */
export const peopleOfGroups = async (services: Services, reader: Actor, resource: Resource, record: Flat) => {
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

/** The groups of these lists that hold a person: as a member, or as a guest who has accepted. */
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
