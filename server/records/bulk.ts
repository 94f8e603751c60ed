import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { z } from 'zod'
import { labelOf, scopeFor } from '~/model/access'
import { BULK_CHUNK, BULK_MOST, BULK_VALUES, listFieldOf, namesIn } from '~/model/bulk'
import type { BulkAction, Resource } from '~/model/define'
import { ApiError, invalidFields } from '~/model/errors'
import { parseListQuery } from '~/model/lists/query'
import { asObject } from '~/model/objects'
import { refTo } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { trashUid } from '~/model/resources/trash'
import { isInState } from '~/model/states'
import { attempt, isUnavailable } from '~/server/platform/database/errors'
import { textUpTo } from '~/server/platform/http/route-schemas'
import { actorOf, requireListScope } from './access'
import { loadForUpdate, requireRole } from './apply'
import { deleteRecord, runAction, updateLoaded } from './change'
import type { Context, Services } from './context'
import { declare } from './handlers'
import { EXAMPLE_UID, exampleOf } from './kinds'
import { findRow } from './list'
import { listQuery } from './schemas'
import { whereOf } from './sql'
import { columnOf } from './tables'
import { inTransaction } from './transaction'
import { trashDaysOf } from './trash'

const bulkBody = z.object({
  uids: z.array(textUpTo(200)).min(1).max(BULK_CHUNK),
  values: z
    .array(textUpTo(200).trim().min(1))
    .min(1)
    .max(BULK_VALUES)
    .optional()
    .meta({ description: 'What is added to a list field, or removed from it: texts, or references' }),
  dryRun: z.boolean().optional().meta({ description: 'Tells what would be done, and changes nothing' }),
})

/** Schema of an action's body, with an example. */
const bulkBodyOf = ({ fields }: Resource, bulk: BulkAction) => {
  const uids = [EXAMPLE_UID]
  const field = fields[listFieldOf(bulk) ?? '']
  if (!field) return bulkBody.meta({ example: { uids } })
  const values = field.target ? [refTo(resourceOf(field.target), EXAMPLE_UID, EXAMPLE_UID)] : exampleOf(field)
  return bulkBody.meta({ example: { uids, values } })
}

const bulkResponse = z.object({
  done: z.array(z.string()).meta({ description: 'The uids of the records that were changed, or would be' }),
  left: z
    .array(
      z.object({
        uid: z.string(),
        label: z.string().meta({ description: 'Empty if the record is not there for the reader' }),
        code: z.string().meta({ description: 'The code of the refusal of a single request' }),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    )
    .meta({ description: 'The records that were left as they are, and why' }),
  undo: z
    .array(
      z.object({
        resource: z.string(),
        action: z.string(),
        uids: z.array(z.string()),
        values: z.array(z.string()).optional(),
      }),
    )
    .meta({
      description: 'The bulk actions that undo this one: one for all records that were changed alike',
    }),
})

type BulkAnswer = z.output<typeof bulkResponse>

const matchingResponse = z.object({
  ids: z.array(z.string()).meta({ description: 'Uids; of nested records, `<uid of the parent>/<uid>`' }),
})

/** Links of the record as they are; new ones by their reference. */
const fieldValue = (isLinks: boolean, name: string) => (isLinks ? { ref: name } : name)

/**
 * Adds values to a list field of a record, or removes them, with the checks of a single update.
 * @returns those that made a difference: the record had some of the added ones, or lacked some of the removed ones
 * @throws ApiError 409 `unchanged` if nothing is different: such a record is not undone either
 */
const changeList = async (
  context: Context,
  resource: Resource,
  uid: string,
  { bulk, values }: { readonly bulk: BulkAction; readonly values: readonly string[] | undefined },
) => {
  const path = listFieldOf(bulk) ?? ''
  requireRole(resource, 'update', context)
  const record = await loadForUpdate(context, resource, 'update', uid)
  if (!values) throw invalidFields({ [path]: 'required' })
  const before = namesIn(record[path])
  const changed = [...new Set(values)].filter(name => before.includes(name) !== Boolean(bulk.add))
  if (changed.length === 0) throw new ApiError('unchanged', 'It is so already')
  const after = bulk.add ? [...before, ...changed] : before.filter(name => !changed.includes(name))
  const isLinks = resource.fields[path]?.kind === 'links'
  await updateLoaded(context, resource, record, { [path]: after.map(name => fieldValue(isLinks, name)) })
  return changed
}

const idOf = ({ parent, fields }: Resource) =>
  parent === undefined
    ? sql`t.uid`
    : sql`t.${sql.identifier(columnOf(parent, fields[parent]))} || '/' || t.uid`

/** The ids of all records that match, as of now: those made later are in no run that begins here. */
const matchingHandler =
  (services: Services, resource: Resource): RouteHandlerMethod =>
  async request => {
    const actor = actorOf(request)
    const scope = requireListScope(resource, actor)
    const { where } = parseListQuery(resource, actor.role, asObject(request.query))
    const rows = await services.database.query<{ id: string }>(
      sql`select ${idOf(resource)} as id from ${sql.identifier(resource.name)} t
        where ${whereOf(resource, where, scope)} order by t.uid limit ${BULK_MOST}`,
    )
    return { ids: rows.map(({ id }) => id) }
  }

/** A record that was changed. */
type Done = {
  readonly uid: string
  /** The values that were added to or removed from its list field, if the action changes one. */
  readonly changed: readonly string[] | undefined
}

const changedAlike = (done: readonly Done[]) => {
  const groups = new Map<string, Done[]>()
  for (const each of done) {
    const key = JSON.stringify(each.changed ?? [])
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()]
}

/** Requests that undo a run and restore the former values of each record; empty if the action cannot be undone. */
const undoOf = (
  services: Pick<Services, 'config'>,
  resource: Resource,
  { act, undo: action }: BulkAction,
  done: readonly Done[],
): BulkAnswer['undo'] => {
  if (done.length === 0) return []
  if (action)
    return changedAlike(done).map(alike => {
      const changed = alike[0]?.changed
      return {
        resource: resource.name,
        action,
        uids: alike.map(({ uid }) => uid),
        ...(changed && { values: [...changed] }),
      }
    })
  if (act !== 'delete' || trashDaysOf(services, resource) === 0) return []
  return [{ resource: 'trash', action: 'restore', uids: done.map(({ uid }) => trashUid(resource.name, uid)) }]
}

type Run = {
  readonly services: Services
  readonly request: FastifyRequest
  readonly resource: Resource
  readonly bulk: BulkAction
  readonly uids: readonly string[]
  readonly dryRun: boolean
  readonly values: readonly string[] | undefined
}

/** Ends the transaction of a dry run, whose changes are all rolled back. */
class DryRunEnd extends Error {}

const setValues = async (
  context: Context,
  resource: Resource,
  uid: string,
  { when, values }: { readonly when: BulkAction['when']; readonly values: NonNullable<BulkAction['set']> },
) => {
  requireRole(resource, 'update', context)
  const before = await loadForUpdate(context, resource, 'update', uid)
  if (!isInState(resource, before, when)) throw new ApiError('state', `Needs ${when?.join(' or ')}`)
  await updateLoaded(context, resource, before, values)
}

/** Changes one record with the code of a single request. */
const change = async (
  context: Context,
  { resource, bulk, values }: Run,
  uid: string,
): Promise<Done['changed']> => {
  if (listFieldOf(bulk)) return changeList(context, resource, uid, { bulk, values })
  if (bulk.set) await setValues(context, resource, uid, { when: bulk.when, values: bulk.set })
  else if (bulk.act === 'delete') await deleteRecord(context, resource, { uid }, {})
  else await runAction(context, resource, bulk.act, { uid })
  return undefined
}

/** @returns the changed values, or the error that left the record unchanged */
const resultOf = async (
  run: Run,
  work: () => Promise<Done['changed']>,
): Promise<Done['changed'] | ApiError> => {
  try {
    return await work()
  } catch (error) {
    // A locked record is not refused: the client repeats the dry run.
    if (run.dryRun && isUnavailable(error)) throw error
    // The rights of the actor have changed: the run ends.
    if (error instanceof ApiError && error.status === 401) throw error
    if (error instanceof ApiError) return error
    run.request.log.error(error, `bulk ${run.bulk.act} of ${run.resource.name}`)
    return new ApiError('server_error', 'The change failed')
  }
}

type Outcome = {
  readonly done: Done[]
  readonly refused: { uid: string; refusal: ApiError }[]
}

const changeEach = async (
  run: Run,
  changeOne: (uid: string) => Promise<Done['changed']>,
): Promise<Outcome> => {
  const outcome: Outcome = { done: [], refused: [] }
  for (const uid of run.uids) {
    // The request has timed out: the client would not learn of further changes.
    if (run.request.deadline?.aborted) break
    const result = await resultOf(run, () => changeOne(uid))
    if (result instanceof ApiError) outcome.refused.push({ uid, refusal: result })
    else outcome.done.push({ uid, changed: result })
  }
  return outcome
}

/** Each record in a transaction of its own. */
const changeAll = (run: Run) =>
  changeEach(run, uid => inTransaction(run.services, run.request, context => change(context, run, uid)))

/** Lock timeout of a dry run in milliseconds: less than `deadlock_timeout`, after which another transaction could be aborted. */
const LOCK_WAIT = 500

/** Runs all changes in one transaction and rolls it back, so that a limit which admits only some of them applies. */
const tryAll = async (run: Run): Promise<Outcome> => {
  let outcome: Outcome = { done: [], refused: [] }
  const changes = inTransaction(run.services, run.request, async context => {
    await context.tx.run(sql`set local lock_timeout = ${sql.raw(String(LOCK_WAIT))}`)
    outcome = await changeEach(run, uid => attempt(context.tx, () => change(context, run, uid)))
    throw new DryRunEnd()
  })
  await changes.catch(error => {
    if (!(error instanceof DryRunEnd)) throw error
  })
  return outcome
}

const leftOf = async (
  { services, request, resource }: Run,
  uid: string,
  { code, details }: ApiError,
): Promise<BulkAnswer['left'][number]> => {
  const record = await findRow(services.database, resource, uid, scopeFor(resource, 'read', actorOf(request)))
  return { uid, label: record ? labelOf(resource, record) : '', code, params: { ...details.params } }
}

/**
 * Changes many records, one after the other: a refusal does not affect the others. A dry run makes the
 * changes and rolls them back, so that it returns the same refusals.
 */
const bulkHandler =
  (services: Services, resource: Resource, bulk: BulkAction): RouteHandlerMethod =>
  async (request): Promise<BulkAnswer> => {
    const { uids, values, dryRun = false } = bulkBody.parse(request.body)
    const run = { services, request, resource, bulk, dryRun, values, uids: [...new Set(uids)] }
    const { done, refused } = await (dryRun ? tryAll(run) : changeAll(run))
    const left: BulkAnswer['left'] = []
    for (const { uid, refusal } of refused) left.push(await leftOf(run, uid, refusal))
    return {
      done: done.map(({ uid }) => uid),
      left,
      undo: dryRun ? [] : undoOf(services, resource, bulk, done),
    }
  }

/** Bulk routes of a definition: the records that match a filter, and each action by name. */
export const addBulkRoutes = (app: FastifyInstance, services: Services, resource: Resource) => {
  if (!resource.bulk) return
  const address = `/${resource.name}/bulk`
  app.get(
    address,
    declare(resource, 'read', address, {
      summary: `The ids of all ${resource.name} that match`,
      querystring: listQuery.pick({ q: true }),
      response: { 200: matchingResponse },
    }),
    matchingHandler(services, resource),
  )
  for (const [name, bulk] of Object.entries(resource.bulk)) {
    const { validatorCompiler: _, ...declared } = declare(resource, bulk.act, address, {
      summary: `'${name}' on many ${resource.name}`,
      body: bulkBodyOf(resource, bulk),
      response: { 200: bulkResponse },
    })
    const field = listFieldOf(bulk)
    const route = { ...declared, config: { ...declared.config, writes: field ? [field] : [] } }
    app.post(`${address}/${name}`, route, bulkHandler(services, resource, bulk))
  }
}
