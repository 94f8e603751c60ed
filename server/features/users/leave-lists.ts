import { sql } from 'drizzle-orm'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { User } from '~/model/record-types'
import { refIn, refsIn, uidOf } from '~/model/refs'
import { registry } from '~/model/registry'
import { users } from '~/model/resources/users'
import { type Context, noHooks } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { columnOf } from '~/server/records/tables/columns'
import { applyChanges } from '~/server/records/writing/update-record'

type List = { readonly resource: Resource; readonly key: string }

/** The lists that name users of the record's own company alone; those of groups are the user's own field as well. */
const listsOfColleagues: readonly List[] = Object.values<Resource>(registry).flatMap(resource =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'links' && field.target === users.name && field.sameCompany)
    .map(([key]) => ({ resource, key })),
)

const findNaming = ({ tx }: Context, { resource, key }: List, user: string) =>
  tx.query<{ uid: string }>(sql`select uid from ${sql.identifier(resource.name)}
    where ${sql.identifier(columnOf(key, resource.fields[key]))} @> array[${user}] order by uid`)

/** Takes the user off a list. @throws ApiError 409 referred_to if nobody would be left who may read the record */
const takeOff = async (context: Context, { resource, key }: List, uid: string, user: User) => {
  const record = await findRow(context.tx, resource, uid, 'all', true)
  const place = resource.company
  if (!record || (place && refIn(record[place]) === refIn(user.company))) return
  const left = refsIn(record[key]).filter(ref => uidOf(ref) !== user.uid)
  const other = resource.fields[key]?.requiredUnless
  if (left.length === 0 && other !== undefined && isEmpty(record[other]))
    throw new ApiError('referred_to', `Nobody else may read a record of ${resource.name}`, {
      params: { by: resource.name },
    })
  await applyChanges(context, resource, record, { [key]: left.map(ref => ({ ref })) }, { hooks: noHooks })
}

/**
 * For a user who moved to another company: the former company's groups and access lists name them no longer. Each list is
 * a line of its record's history.
 */
export const leaveLists = async (context: Context, user: User) => {
  for (const list of listsOfColleagues)
    for (const { uid } of await findNaming(context, list, user.uid)) await takeOff(context, list, uid, user)
}

/** Does a change move the user to another company? */
export const isMove = (before: User, changes: { readonly company?: { readonly ref: string } | null }) =>
  changes.company !== undefined && refIn(changes.company) !== refIn(before.company)
