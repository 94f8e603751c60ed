import { sql } from 'drizzle-orm'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { labelOf, scopeFor } from '~/model/access'
import { type BulkAction, listFieldOf } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { isInState } from '~/model/states'
import { attempt } from '~/server/platform/database/attempt'
import { isUnavailable } from '~/server/platform/database/unavailable'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { actorOf } from '~/server/records/routes/access'
import { inTransaction } from '~/server/records/routes/in-transaction'
import type { Services } from '~/server/records/services'
import { deleteRecord } from '~/server/records/writing/delete-record'
import { loadForUpdate } from '~/server/records/writing/load-for-update'
import { runAction } from '~/server/records/writing/run-action'
import { updateRecord } from '~/server/records/writing/update-record'
import { type BulkAnswer, bulkBody } from './bulk-schemas'
import { changeList } from './change-list'
import { type Done, undoOf } from './undo'

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
  const before = await loadForUpdate(context, resource, 'update', uid)
  if (!isInState(resource, before, when)) throw new ApiError('state', `Needs ${when?.join(' or ')}`)
  await updateRecord(context, resource, { uid }, values)
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

/** @returns what was changed, or why the record was left */
const resultOf = async (
  run: Run,
  work: () => Promise<Done['changed']>,
): Promise<Done['changed'] | ApiError> => {
  try {
    return await work()
  } catch (error) {
    // What others hold is no reason to leave a record: the dry run is asked for again.
    if (run.dryRun && isUnavailable(error)) throw error
    // The rights of the actor have changed: nothing more is tried.
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
    // Answered already: the client does not know of what is done from here on.
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

/** Milliseconds for which a dry run waits for a lock: less than a deadlock takes to be found, which would end others. */
const LOCK_WAIT = 500

/** All in one transaction, which is rolled back: where a limit lets only some through, the others are told. */
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
 * Does something to many records, one after the other: what is refused leaves the others done. A dry run makes the
 * changes and rolls them back, so that it gives the reasons of the changes themselves.
 */
export const bulkHandler =
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
