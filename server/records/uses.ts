import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { labelOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { type Field, isLink } from '~/model/fields'
import type { Actor } from '~/model/grants'
import type { Condition } from '~/model/lists/query'
import { refOfRecord } from '~/model/refs'
import { registry } from '~/model/registry'
import type { Database } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/tables'
import { link } from '~/server/platform/http/route-schemas'
import type { Services } from './context'
import { countRows, listRows } from './list'
import { col } from './sql'
import { columnOf } from './tables'

/** A list that must hold something while the other one is empty. */
type Requirement = { readonly resource: Resource; readonly key: string; readonly other: string }

/** The requirements that links to a resource may meet. */
export const requirementsOn = (target: string): Requirement[] =>
  Object.values<Resource>(registry).flatMap(resource =>
    Object.entries(resource.fields).flatMap(([key, { requiredUnless: other }]) =>
      other !== undefined && resource.fields[other]?.target === target ? [{ resource, key, other }] : [],
    ),
  )

/** The links of a list to existing records: a deleted record keeps its place for its return from the trash. */
const existing = (key: string, field: Field | undefined) =>
  sql`select 1 from ${sql.identifier(field?.target ?? '')} l where l.uid = any(${col(columnOf(key, field))})`

/** Records that the deletion of `uid`, one of `target`, would leave with both lists empty. */
type LeftEmpty = {
  readonly resource: Resource
  /** The list that links to it. */
  readonly field: string
  readonly uids: readonly string[]
}

export const findLeftEmpty = async (
  database: Database,
  target: Resource,
  uid: string,
): Promise<LeftEmpty[]> => {
  const left: LeftEmpty[] = []
  for (const { resource, key, other } of requirementsOn(target.name)) {
    const { [key]: field, [other]: linking } = resource.fields
    const rows = await database.query<{
      uid: string
    }>(sql`select t.uid from ${sql.identifier(resource.name)} t
      where ${col(columnOf(other, linking))} @> array[${uid}]
        and not exists (${existing(key, field)}) and not exists (${existing(other, linking)} and l.uid <> ${uid})`)
    if (rows.length > 0) left.push({ resource, field: other, uids: rows.map(row => row.uid) })
  }
  return left
}

/** Records that are named of each kind. */
const NAMED = 5

/** Effects of a deletion on the records that link to the record. */
export const effects = ['blocked', 'deleted', 'cleared'] as const
type Effect = (typeof effects)[number]

/** Uses of a record: kinds of records that link to it. */
export const usesResponse = z.object({
  uses: z.array(
    z.object({
      resource: z.string(),
      field: z.string(),
      count: z.int(),
      effect: z.enum(effects).meta({
        description:
          'of a deletion: `blocked` by them; they are `deleted` with the record; or their link is `cleared`',
      }),
      records: z.array(link).meta({ description: 'The first of those that the reader may read' }),
    }),
  ),
  trashDays: z.int().meta({ description: 'Days that the record can be restored once deleted; 0: none' }),
})

type Use = z.output<typeof usesResponse>['uses'][number]

/** Whether the link names the author of a change, which is no use. */
const isAuthor = ({ target, readOnly }: Field) => target === 'users' && readOnly === true

const isUse = (field: Field, target: string) => {
  if (field.target !== target || field.inverse !== undefined || isAuthor(field)) return false
  return field.kind === 'link' ? !field.clearOnDelete || field.isUse === true : field.filter === true
}

/** Whether records have names: the value of a choice is none. */
const isNamed = ({ label, fields }: Resource) => label.fields.every(key => fields[key]?.kind !== 'choice')

/** Whether records are named by a number, which needs its parent's name, such as the revision of an environment. */
const isNumbered = ({ label, fields }: Resource) => label.fields.every(key => fields[key]?.kind === 'integer')

const effectOf = (field: Field | undefined): Effect => {
  if (field?.deletedWithTarget) return 'deleted'
  return field?.kind === 'link' && !field.clearOnDelete ? 'blocked' : 'cleared'
}

/** First link of a record other than `key`, its author, its company and records that are deleted with it. */
const otherLink = ({ fields, company }: Resource, key: string, record: Flat) => {
  const isDeletedToo = (field: Field) => fields[key]?.deletedWithTarget && field.deletedWithTarget
  return Object.entries(fields)
    .filter(([name, field]) => name !== key && name !== company && !isAuthor(field) && !isDeletedToo(field))
    .map(([name]) => record[name])
    .find(isLink)
}

/** Link to a using record. A record without a name is named by its other link, a numbered one by its parent as well. */
const namedBy = (resource: Resource, key: string, record: Flat) => {
  const label = labelOf(resource, record)
  const other = otherLink(resource, key, record)
  if (label === '' && other) return other
  const above = isNumbered(resource) ? record[resource.parent ?? ''] : undefined
  return { ref: refOfRecord(resource, record), label: isLink(above) ? `${above.label} ${label}` : label }
}

type Target = { readonly resource: Resource; readonly record: Flat }
type Linking = { readonly resource: Resource; readonly key: string; readonly where: readonly Condition[] }

/** The first records that link to it, of those that the actor may read. */
const firstNames = async (
  { database }: Services,
  actor: Actor,
  { resource, key, where }: Linking,
  without: readonly string[] = [],
) => {
  if (!isNamed(resource)) return []
  const [by, order] = resource.list.sort
  const batch = NAMED + without.length
  const query = { where, offset: 0, batch, sort: { field: by, on: 'value' as const, order } }
  const { records } = await listRows(database, resource, query, scopeFor(resource, 'read', actor))
  const others = records.filter(({ uid }) => !without.includes(uid))
  return others.slice(0, NAMED).map(record => namedBy(resource, key, record))
}

/** Splits the uses by a list of links: only lists that the deletion would leave empty prevent it. */
const usesOfLinking = async (
  services: Services,
  actor: Actor,
  { resource, key, where }: Linking,
  needs: readonly string[],
): Promise<Use[]> => {
  const { count } = await countRows(services.database, resource, where, 'all')
  const use = { resource: resource.name, field: key }
  const needed = [{ field: 'uid', on: 'value', op: 'in', value: needs }] as const
  return [
    {
      ...use,
      count: needs.length,
      effect: 'blocked',
      records: needs.length > 0 ? await firstNames(services, actor, { resource, key, where: needed }) : [],
    },
    {
      ...use,
      count: count - needs.length,
      effect: effectOf(resource.fields[key]),
      records: await firstNames(services, actor, { resource, key, where }, needs),
    },
  ]
}

/** Records that link to a record, with the names of the first that the actor may read. */
export const usesOf = async (services: Services, actor: Actor, target: Target): Promise<Use[]> => {
  const uses: Use[] = []
  const left = await findLeftEmpty(services.database, target.resource, target.record.uid)
  const value = refOfRecord(target.resource, target.record)
  for (const resource of Object.values<Resource>(registry))
    for (const [key, field] of Object.entries(resource.fields)) {
      if (!isUse(field, target.resource.name)) continue
      const where = [{ field: key, on: 'ref', op: 'eq', value } as const]
      const needs = left.find(each => each.resource === resource && each.field === key)?.uids ?? []
      uses.push(...(await usesOfLinking(services, actor, { resource, key, where }, needs)))
    }
  return uses.filter(({ count }) => count > 0)
}
