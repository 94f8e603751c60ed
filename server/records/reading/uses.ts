import { z } from 'zod'
import { labelOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { isLink } from '~/model/fields'
import type { Actor } from '~/model/grants'
import { refOfRecord } from '~/model/refs'
import { registry } from '~/model/registry'
import type { Flat } from '~/server/platform/database/flat'
import { link } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/services'
import { countRows } from './counting'
import { listRows } from './listing'

/** Records that are named of each kind. */
const NAMED = 5

/** What uses a record: kinds of records that link to it. */
export const usesResponse = z.object({
  uses: z.array(
    z.object({
      resource: z.string(),
      field: z.string(),
      count: z.int(),
      blocks: z.boolean().meta({ description: 'The record cannot be deleted as long as they link to it' }),
      records: z.array(link).meta({ description: 'The first of those that the reader may read' }),
    }),
  ),
  trashDays: z.int().meta({ description: 'Days that the record can be restored once deleted; 0: none' }),
})

type Use = z.output<typeof usesResponse>['uses'][number]

/** Who did something to a record does not use it. */
const isAuthor = ({ target, readOnly }: Field) => target === 'users' && readOnly === true

const isUse = (field: Field, target: string) => {
  if (field.target !== target || field.inverse !== undefined || isAuthor(field)) return false
  return field.kind === 'link' ? !field.clearOnDelete || field.isUse === true : field.filter === true
}

/** The value of a choice names nobody. */
const isNamed = ({ label, fields }: Resource) => label.fields.every(key => fields[key]?.kind !== 'choice')

/** A record without a name of its own is named by the first that it links to. */
const namedBy = (resource: Resource, record: Flat) => {
  const label = labelOf(resource, record)
  const first = Object.values(record).find(isLink)
  return label === '' && first ? first : { ref: refOfRecord(resource, record), label }
}

type Target = { readonly resource: Resource; readonly record: Flat }

const readUse = async (
  { database }: Services,
  actor: Actor,
  target: Target,
  [resource, key, field]: readonly [Resource, string, Field],
): Promise<Use> => {
  const value = refOfRecord(target.resource, target.record)
  const where = [{ field: key, on: 'ref', op: 'eq', value } as const]
  const [by, order] = resource.list.sort
  const query = { where, offset: 0, batch: NAMED, sort: { field: by, on: 'value' as const, order } }
  const { count } = await countRows(database, resource, where, 'all')
  const { records } = await listRows(database, resource, query, scopeFor(resource, 'read', actor))
  const named = isNamed(resource) ? records.map(record => namedBy(resource, record)) : []
  return {
    resource: resource.name,
    field: key,
    count,
    blocks: field.kind === 'link' && !field.clearOnDelete,
    records: named,
  }
}

/** What links to a record, with the names of the first that the actor may read. */
export const usesOf = async (services: Services, actor: Actor, target: Target): Promise<Use[]> => {
  const uses: Use[] = []
  for (const resource of Object.values<Resource>(registry))
    for (const [key, field] of Object.entries(resource.fields))
      if (isUse(field, target.resource.name))
        uses.push(await readUse(services, actor, target, [resource, key, field]))
  return uses.filter(({ count }) => count > 0)
}
