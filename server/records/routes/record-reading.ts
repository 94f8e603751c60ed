import { sql } from 'drizzle-orm'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { allows, scopeFor } from '~/model/access'
import type { Resource, SubCollection } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { Actor } from '~/model/grants'
import { type Condition, parseListQuery } from '~/model/lists/query'
import { asObject } from '~/model/objects'
import { parentOf, refOfRecord, refsIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { Flat } from '~/server/platform/database/flat'
import { findRow, listRows } from '~/server/records/reading/listing'
import { usesOf } from '~/server/records/reading/uses'
import type { Services } from '~/server/records/services'
import { columnOf } from '~/server/records/tables/columns'
import { trashDaysOf } from '~/server/records/trash/put-in-trash'
import { forbidden, isElsewhere, notFound } from '~/server/records/writing/load-for-update'
import { actorOf, readerOf, requireListScope } from './access'
import { present } from './present'

/** The uids in the address. An empty one is that of no record, and never the same as none. */
export const paramsOf = ({ params }: FastifyRequest) => {
  const { uid, pid } = asObject(params)
  return { uid: typeof uid === 'string' ? uid : '', parentUid: typeof pid === 'string' ? pid : undefined }
}

/** Finds a record that the actor may read. @throws ApiError 404, 403 */
export const readRecord = async (
  { database, hooksOf }: Pick<Services, 'database' | 'hooksOf'>,
  resource: Resource,
  actor: Actor,
  { uid, parentUid }: { readonly uid: string; readonly parentUid?: string | undefined },
): Promise<Flat> => {
  const record = await findRow(database, resource, uid, scopeFor(resource, 'read', actor))
  if (!record || isElsewhere(resource, record, parentUid)) throw notFound(resource)
  hooksOf(resource.name).authorize?.({ actor }, 'read', record)
  return record
}

/** A page of a resource as the actor may see it; `narrowed` holds the conditions of the address. */
export const answerList = async (
  services: Services,
  request: FastifyRequest,
  resource: Resource,
  narrowed: readonly Condition[] = [],
) => {
  const actor = actorOf(request)
  const scope = requireListScope(resource, actor)
  const asked = parseListQuery(resource, actor.role, asObject(request.query))
  const query = { ...asked, where: [...narrowed, ...asked.where] }
  const { records, count } = await services.reading(database => listRows(database, resource, query, scope))
  return {
    results: records.map(record => present(services, resource, readerOf(request), record)),
    meta: { count },
  }
}

const names = (field: string, ref: string): Condition => ({ field, on: 'ref', op: 'eq', value: ref })
const withUids = (uids: readonly string[]): Condition => ({
  field: 'uid',
  on: 'value',
  op: 'in',
  value: uids,
})

/** Lists a collection, or the records nested in one parent. */
export const listHandler =
  (services: Services, resource: Resource): RouteHandlerMethod =>
  async request => {
    const { parentUid } = paramsOf(request)
    if (parentUid === undefined) return answerList(services, request, resource)
    const parent = resourceOf(parentOf(resource) ?? '')
    const holder = await readRecord(services, parent, actorOf(request), { uid: parentUid })
    return answerList(services, request, resource, [
      names(resource.parent ?? '', refOfRecord(parent, holder)),
    ])
  }

export const readHandler =
  (services: Services, resource: Resource): RouteHandlerMethod =>
  async request => {
    const record = await readRecord(services, resource, actorOf(request), paramsOf(request))
    return present(services, resource, readerOf(request), record)
  }

/** The filter for the records of a sub-collection. */
const subCollectionFilter = async (
  { database }: Services,
  resource: Resource,
  record: Flat,
  subCollection: SubCollection<string>,
): Promise<Condition> => {
  if ('by' in subCollection) return names(subCollection.by, refOfRecord(resource, record))
  if ('in' in subCollection) return withUids(refsIn(record[subCollection.in]).map(uidOf))
  const { fields } = resourceOf(subCollection.through)
  const column = (path: string) => sql.identifier(columnOf(path, fields[path]))
  const rows = await database.query<{ uid: string }>(sql`select distinct ${column(subCollection.to)} as uid
    from ${sql.identifier(subCollection.through)} where ${column(subCollection.from)} = ${record.uid} and ${column(subCollection.to)} is not null`)
  return withUids(rows.map(row => row.uid))
}

/** Lists a sub-collection of a record, within the actor's read scope of the listed resource. */
export const subCollectionHandler =
  (services: Services, resource: Resource, subCollection: SubCollection<string>): RouteHandlerMethod =>
  async request => {
    const record = await readRecord(services, resource, actorOf(request), paramsOf(request))
    const narrowed = await subCollectionFilter(services, resource, record, subCollection)
    return answerList(services, request, resourceOf(subCollection.list), [narrowed])
  }

/** Returns a lazy field, which is too large for its record. @throws ApiError 404 also if it is empty */
export const lazyFieldHandler =
  (services: Services, resource: Resource, key: string): RouteHandlerMethod =>
  async request => {
    const record = await readRecord(services, resource, actorOf(request), paramsOf(request))
    const column = sql.identifier(columnOf(key, resource.fields[key]))
    const [row] = await services.database.query<{ value: unknown }>(
      sql`select ${column} as value from ${sql.identifier(resource.name)} where uid = ${record.uid}`,
    )
    if (!row?.value) throw new ApiError('not_found', `There is no ${key}`)
    return row.value
  }

/** What uses a record that the actor may read and delete. */
export const usesHandler =
  (services: Services, resource: Resource): RouteHandlerMethod =>
  async request => {
    const actor = actorOf(request)
    const record = await readRecord(services, resource, actor, paramsOf(request))
    if (!allows(resource, 'delete', actor, record)) throw forbidden(resource, 'delete')
    const uses = await usesOf(services, actor, { resource, record })
    return { uses, trashDays: trashDaysOf(services, resource) }
  }
