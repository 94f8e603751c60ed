import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { labelOf, scopeFor } from '~/model/access'
import { type BulkAction, listFieldOf } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { trashUid } from '~/model/resources/trash'
import { isInState } from '~/model/states'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { actorOf } from '~/server/records/routes/access'
import { inTransaction } from '~/server/records/routes/in-transaction'
import type { Services } from '~/server/records/services'
import { trashDaysOf } from '~/server/records/trash/put-in-trash'
import { deleteRecord } from '~/server/records/writing/delete-record'
import { loadForUpdate } from '~/server/records/writing/load-for-update'
import { runAction } from '~/server/records/writing/run-action'
import { updateRecord } from '~/server/records/writing/update-record'
import { type BulkAnswer, bulkBody } from './bulk-schemas'
import { changeList } from './change-list'

type Run = {
  readonly services: Services
  readonly request: FastifyRequest
  readonly resource: Resource
  readonly bulk: BulkAction
  readonly dryRun: boolean
  readonly values: readonly string[] | undefined
}

/** Ends the transaction of a dry run, whose changes are all rolled back. */
class Rehearsed extends Error {}

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
const change = async (context: Context, { resource, bulk, values }: Run, uid: string) => {
  if (listFieldOf(bulk)) await changeList(context, resource, uid, { bulk, values })
  else if (bulk.set) await setValues(context, resource, uid, { when: bulk.when, values: bulk.set })
  else if (bulk.act === 'delete') await deleteRecord(context, resource, { uid }, {})
  else await runAction(context, resource, bulk.act, { uid })
}

/** Changes one record in a transaction of its own. @returns why it was left, if it was */
const attempt = async (run: Run, uid: string): Promise<ApiError | undefined> => {
  try {
    await inTransaction(run.services, run.request, async context => {
      await change(context, run, uid)
      if (run.dryRun) throw new Rehearsed()
    })
  } catch (error) {
    if (error instanceof Rehearsed) return undefined
    // The rights of the actor have changed: nothing more is tried.
    if (error instanceof ApiError && error.status === 401) throw error
    if (error instanceof ApiError) return error
    run.request.log.error(error, `bulk ${run.bulk.act} of ${run.resource.name}`)
    return new ApiError('server_error', 'The change failed')
  }
  return undefined
}

const leftOf = async (
  { services, request, resource }: Run,
  uid: string,
  { code, details }: ApiError,
): Promise<BulkAnswer['left'][number]> => {
  const record = await findRow(services.database, resource, uid, scopeFor(resource, 'read', actorOf(request)))
  return { uid, label: record ? labelOf(resource, record) : '', code, params: { ...details.params } }
}

const undoOf = (
  { services, resource, bulk, dryRun, values }: Run,
  done: readonly string[],
): BulkAnswer['undo'] => {
  if (dryRun || done.length === 0) return null
  if (bulk.undo)
    return {
      ...{ resource: resource.name, action: bulk.undo, uids: [...done] },
      ...(values && { values: [...values] }),
    }
  if (bulk.act !== 'delete' || trashDaysOf(services, resource) === 0) return null
  return { resource: 'trash', action: 'restore', uids: done.map(uid => trashUid(resource.name, uid)) }
}

/**
 * Does something to many records, one after the other: what is refused leaves the others done. A dry run makes each
 * change and rolls it back, so that it gives the reasons of the change itself.
 */
export const bulkHandler =
  (services: Services, resource: Resource, bulk: BulkAction): RouteHandlerMethod =>
  async (request): Promise<BulkAnswer> => {
    const { uids, values, dryRun = false } = bulkBody.parse(request.body)
    const run = { services, request, resource, bulk, dryRun, values }
    const done: string[] = []
    const left: BulkAnswer['left'] = []
    for (const uid of new Set(uids)) {
      // Answered already: the client does not know of what is done from here on.
      if (request.deadline?.aborted) break
      const refusal = await attempt(run, uid)
      if (refusal) left.push(await leftOf(run, uid, refusal))
      else done.push(uid)
    }
    return { done, left, undo: undoOf(run, done) }
  }
