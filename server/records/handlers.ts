import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest, FastifySchema, RouteHandlerMethod } from 'fastify'
import { z } from 'zod'
import { allows, scopeFor } from '~/model/access'
import type { Operation, Resource, SubCollection } from '~/model/define'
import { ApiError, messageOf } from '~/model/errors'
import { isLink } from '~/model/fields'
import { type Actor, type Grant, isRole, ranksAbove } from '~/model/grants'
import { type Condition, parseListQuery } from '~/model/lists/query'
import { asObject, nest } from '~/model/objects'
import { collectionOf, parentOf, refOfRecord, refsIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { Database } from '~/server/platform/database/database'
import type { Flat, TableRow } from '~/server/platform/database/tables'
import { describe, pathPart } from '~/server/platform/http/route-schemas'
import { type Access, actorOf, forbidden, isElsewhere, notFound, readerOf, requireListScope } from './access'
import { StaleRecord } from './change'
import type { Context, Reader, Services, Values } from './context'
import { receiveIncoming } from './incoming-files'
import { roleLabel } from './kinds'
import { compiled, findRow, listRows, readable, roleColumn } from './list'
import { drawSquares } from './pictures'
import { checkedByWriter } from './schemas'
import { columnOf } from './tables'
import { inTransaction } from './transaction'
import { trashDaysOf } from './trash'
import { usesOf } from './uses'
import { noteFrequentWord } from './word-counts'

/** All names of a resource's collection in addresses. */
const namesOf = ({ name, callName }: Resource) => (callName ? [name, callName] : [name])

const nestedIn = (resource: Resource) => {
  const parent = parentOf(resource)
  return parent === undefined
    ? undefined
    : namesOf(resourceOf(parent)).map(name => `/${name}/:pid/${collectionOf(resource)}`)
}

const flatOf = (resource: Resource) => {
  if (resource.flat === false) return []
  return resource.flat === undefined ? namesOf(resource).map(name => `/${name}`) : [`/${resource.flat}`]
}

export type Addresses = {
  /** Collection addresses, nested in a parent (`:pid`) or flat. */
  readonly lists: readonly string[]
  readonly creates: readonly string[]
  /** Record addresses: `:uid`, and `:pid` for the parent. */
  readonly records: readonly string[]
}

/** The addresses of a definition, relative to the API root. */
export const addressesOf = (resource: Resource): Addresses => {
  const nested = nestedIn(resource)
  const flat = flatOf(resource)
  if (!nested) return { lists: flat, creates: flat, records: flat.map(address => `${address}/:uid`) }
  const outside = resource.flat ? flat : []
  return {
    lists: [...nested, ...outside],
    creates: outside.length > 0 ? outside : nested,
    records: nested.map(address => `${address}/:uid`),
  }
}

/** Hours for which a repeated creation is answered with the first response; documented in docs/automation.md. */
const KEY_HOURS = 24

const LENGTH = 255
const PURPOSE = 'idempotency key'

/** The header as the description of the API shows it; `keyOf` validates it. */
export const creationHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .max(LENGTH)
    .optional()
    .meta({
      description: `Chosen by the client, one for each record that it means to create. The same request with the same key within ${KEY_HOURS} hours gets the first response, and creates nothing.`,
    }),
})

/** `fingerprints`: of the request and of the rights that its response was written for, by each of the server's keys. */
type Keyed = { readonly user: string; readonly key: string; readonly fingerprints: readonly string[] }

/** The draft of the standard puts the key in quotes; many clients send it without. */
const unquoted = (header: string) => /^"(.*)"$/.exec(header)?.[1] ?? header

/** Fields of bodies that are left out of fingerprints. */
const secrets = ['password', 'oldPassword', 'code', '_SessionToken']

/**
 * Hashes a request, keyed with the server's secret and without passwords, so that a leaked database allows no guessing.
 * Includes hashes with former keys of the server.
 */
const fingerprintsOf = ({ encryption }: Pick<Services, 'encryption'>, request: FastifyRequest) => {
  const { role, company } = actorOf(request)
  const facts = [request.method, request.url.split('?')[0], role, company, request.body]
  const text = JSON.stringify(facts, (key, value) => (secrets.includes(key) ? null : value))
  return encryption.hashes(PURPOSE, text)
}

/** @throws ApiError 400 for a key that is empty, too long or not printable ASCII */
const keyOf = (services: Pick<Services, 'encryption'>, request: FastifyRequest): Keyed | undefined => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = unquoted(String(header))
  if (key === '' || key.length > LENGTH || !/^[\x20-\x7e]+$/.test(key))
    throw new ApiError('idempotency_key', `An Idempotency-Key has 1 to ${LENGTH} printable ASCII characters`)
  return { user: actorOf(request).uid, key, fingerprints: fingerprintsOf(services, request) }
}

type Stored = TableRow<'idempotency_keys', 'fingerprint' | 'answer'>

/**
 * The response to the first request with this key, if one was completed.
 * @throws ApiError 422 if that was another request
 */
const findAnswer = async (
  { encryption }: Pick<Services, 'encryption'>,
  database: Database,
  { user, key, fingerprints }: Keyed,
): Promise<object | undefined> => {
  const [stored] = await database.query<Stored>(sql`select fingerprint, answer from idempotency_keys
    where user_uid = ${user} and key = ${key} and created_at > now() - make_interval(hours => ${KEY_HOURS})`)
  if (!stored) return undefined
  const answer = fingerprints.includes(stored.fingerprint) && encryption.open(PURPOSE, stored.answer)
  if (!answer) throw new ApiError('idempotency_reused', 'This Idempotency-Key was used for another request')
  return JSON.parse(answer)
}

/**
 * Reserves the key until the transaction ends.
 * @throws ApiError 409 while another request with it is at work
 */
const lockKey = async (tx: Database, { user, key }: Keyed) => {
  const [lock] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${user} ${key}`}, 0)) as locked`,
  )
  if (!lock?.locked)
    throw new ApiError('idempotency_running', 'A request with this Idempotency-Key is at work', {
      retryAfter: 1,
    })
}

/** Encrypts the response, which may hold values that are shown only once, such as the secret of a token. */
const storeAnswer = (
  { encryption }: Pick<Services, 'encryption'>,
  tx: Database,
  { user, key, fingerprints: [fingerprint] }: Keyed,
  answer: object,
) =>
  tx.run(sql`insert into idempotency_keys as k (user_uid, key, fingerprint, answer)
    values (${user}, ${key}, ${fingerprint}, ${encryption.seal(PURPOSE, JSON.stringify(answer))})
    on conflict (user_uid, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`)

export const deleteExpiredAnswers = (database: Database) =>
  database.run(
    sql`delete from idempotency_keys where created_at <= now() - make_interval(hours => ${KEY_HOURS})`,
  )

/** Replaces thumbnail ids with signed links that lists can cache for hours. */
const signed = ({ links }: Services, resource: Resource, record: Flat): Flat => {
  for (const key of compiled(resource).thumbnails)
    if (typeof record[key] === 'string') record[key] = links.cacheable(record[key], `${key}.webp`)
  return record
}

/** Replaces the names of users who rank above the reader with their role, in links of `seen` that declare it. */
const hideNamesAbove = (resource: Resource, { role, limit, lang }: Reader, record: Flat, seen: Flat) => {
  for (const key of compiled(resource).namelessAbove) {
    const [link, rank] = [seen[key], record[roleColumn(key)]]
    const isAbove =
      isRole(rank) && (ranksAbove(rank, role) || (limit !== undefined && ranksAbove(rank, limit)))
    if (isAbove && isLink(link)) seen[key] = { ref: link.ref, label: roleLabel(rank, lang) }
  }
}

/** The response for a record as this reader may see it: the one exit of records. */
export const present = (services: Services, resource: Resource, reader: Reader, record: Flat) => {
  const own = readable(resource, reader.role, record)
  const seen = reader.limit ? readable(resource, reader.limit, own) : own
  hideNamesAbove(resource, reader, record, seen)
  const shown = signed(services, resource, services.hooksOf(resource.name).present?.(seen, reader) ?? seen)
  return Object.assign(nest(shown), { uid: record.uid })
}

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
const answerList = async (
  services: Services,
  request: FastifyRequest,
  resource: Resource,
  narrowed: readonly Condition[] = [],
) => {
  const actor = actorOf(request)
  const scope = requireListScope(resource, actor)
  const asked = parseListQuery(resource, actor.role, asObject(request.query))
  const query = { ...asked, where: [...narrowed, ...asked.where] }
  const { records, count, frequent } = await services.reading(database =>
    listRows(database, resource, query, scope),
  )
  if (frequent)
    await noteFrequentWord(services.database, resource, frequent).catch(error =>
      services.log.warn({ error: messageOf(error) }, 'a frequent word is not noted'),
    )
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

/** Returns the uses of a record that the actor may read and delete. */
export const usesHandler =
  (services: Services, resource: Resource): RouteHandlerMethod =>
  async request => {
    const actor = actorOf(request)
    const record = await readRecord(services, resource, actor, paramsOf(request))
    if (!allows(resource, 'delete', actor, record)) throw forbidden(resource, 'delete')
    const uses = await usesOf(services, actor, { resource, record })
    return { uses, trashDays: trashDaysOf(services, resource) }
  }

type Creation = {
  /** Runs before the transaction. */
  readonly prepare?: () => Promise<Values | undefined>
  /** @returns the response */
  readonly create: (context: Context) => Promise<object>
}

type Answer = { readonly body: object; readonly isReplayed: boolean }

const createWithKey = async (context: Context, keyed: Keyed, { create }: Creation): Promise<Answer> => {
  const { services, tx } = context
  await lockKey(tx, keyed)
  const before = await findAnswer(services, tx, keyed)
  if (before) return { body: before, isReplayed: true }
  const body = await create(context)
  await storeAnswer(services, tx, keyed, body)
  return { body, isReplayed: false }
}

const creationAnswer = async (
  services: Services,
  request: FastifyRequest,
  creation: Creation,
): Promise<Answer> => {
  const keyed = keyOf(services, request)
  const before = keyed && (await findAnswer(services, services.database, keyed))
  if (before) return { body: before, isReplayed: true }
  const create = async (context: Context): Promise<Answer> =>
    keyed
      ? createWithKey(context, keyed, creation)
      : { body: await creation.create(context), isReplayed: false }
  return inTransaction(services, request, create, await creation.prepare?.())
}

/**
 * Answers a creation. Where the request has an Idempotency-Key, its response is stored in the transaction of the change, and a
 * repeated request gets it again.
 */
export const answerCreation = async (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  creation: Creation,
) => {
  const { body, isReplayed } = await creationAnswer(services, request, creation)
  if (isReplayed) reply.header('idempotent-replayed', 'true')
  return reply.status(201).send(body)
}

/** A change that a route makes, in its transaction. */
export type Change = (context: Context, request: FastifyRequest) => Promise<Flat>

const bodyOf = ({ body }: FastifyRequest): Values => asObject(body)

/** What must be done before the transaction of a change. */
const prepare = async (services: Services, resource: Resource, request: FastifyRequest) => {
  await receiveIncoming(services, resource, request)
  const caller = { services, actor: actorOf(request), address: request.ip }
  const squares = await drawSquares(services, resource, request)
  const own = await services.hooksOf(resource.name).prepare?.(caller, bodyOf(request), paramsOf(request).uid)
  return squares.size > 0 ? { ...own, squares } : own
}

/** Makes a change. @returns the record as its reader sees it, and values that are shown only once */
const changeAnswer = async (
  context: Context,
  resource: Resource,
  request: FastifyRequest,
  change: Change,
) => {
  const { services } = context
  const reader = readerOf(request)
  try {
    const record = await change(context, request)
    return { ...present(services, resource, reader, record), ...context.shownOnce }
  } catch (error) {
    if (!(error instanceof StaleRecord)) throw error
    const current = present(services, resource, reader, error.record)
    throw new ApiError(error.code, error.message, { current })
  }
}

export const changeHandler =
  (services: Services, resource: Resource, change: Change): RouteHandlerMethod =>
  async (request, reply) => {
    const prepared = await prepare(services, resource, request)
    const work = (context: Context) => changeAnswer(context, resource, request, change)
    return reply.send(await inTransaction(services, request, work, prepared))
  }

export const creationHandler =
  (services: Services, resource: Resource, change: Change): RouteHandlerMethod =>
  (request, reply) =>
    answerCreation(services, request, reply, {
      prepare: () => prepare(services, resource, request),
      create: context => changeAnswer(context, resource, request, change),
    })

const accessOf = (
  resource: Resource,
  operation: Operation | string,
  grant: Grant | undefined,
): { access: Access } => ({ access: { resource: resource.name, operation, grant } })

const pathOf = (address: string) =>
  z.object(Object.fromEntries([...address.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, pathPart])))

const grantOf = ({ grants, actions }: Resource, operation: string): Grant | undefined => {
  const granted: Readonly<Record<string, Grant | undefined>> = grants
  return granted[operation] ?? actions?.[operation]?.grant
}

/** Options of a route of a definition: its access, its schemas, and the body's validation by the writer. */
export const declare = (
  resource: Resource,
  operation: Operation | string,
  address: string,
  { summary, ...schema }: FastifySchema & { readonly summary: string },
) => ({
  config: {
    ...accessOf(resource, operation, grantOf(resource, operation)),
    ...(operation === 'update' && resource.activates && { activates: true as const }),
  },
  schema: describe(summary, { tags: [resource.name], params: pathOf(address), ...schema }),
  ...(schema.body !== undefined && { validatorCompiler: checkedByWriter(resource) }),
})
