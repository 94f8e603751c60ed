import { ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { scopeOf } from '~/model/grants'
import { isAvailableFor } from '~/model/states'
import type { Flat } from '~/server/platform/database/flat'
import type { Context } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { type Address, forbidden, isElsewhere, notFound } from './load-for-update'
import { applyChanges } from './update-record'

/** Cancels a delayed removal. */
const restore = async (context: Context, resource: Resource, record: Flat) => {
  const status =
    (await context.services.hooksOf(resource.name).restoredStatus?.(context, record)) ?? 'completed'
  await applyChanges(context, resource, record, { status, deletableAt: null }, { kind: 'restore' })
}

/** The default implementation of an action that has no hook. */
const standard: Readonly<Record<string, typeof restore>> = { restore }

/** Runs a declared action on a record, which it may remove. Errors: 403, 404, 409 `state`. */
export const runAction = async (
  context: Context,
  resource: Resource,
  name: string,
  { uid, parentUid }: Address,
): Promise<Flat> => {
  const hooks = context.services.hooksOf(resource.name)
  const action = resource.actions?.[name]
  if (!action) throw notFound(resource)
  const scope = scopeOf(action.grant, context.actor)
  if (scope === 'none') throw forbidden(resource, name)
  const record = await findRow(context.tx, resource, uid, scope, true)
  if (!record || isElsewhere(resource, record, parentUid)) throw notFound(resource)
  hooks.authorize?.(context, 'update', record)
  if (action.notOnSelf && ownerOf(resource, record).user === context.actor.uid)
    throw forbidden(resource, name)
  if (!isAvailableFor(resource, record, action))
    throw new ApiError('state', `${name} needs ${action.enabledBy ?? action.when?.join(' or ')}`, {
      params: { from: String(record[resource.states?.field ?? '']), to: name },
    })
  const own = hooks.actions?.[name]
  const work = own ? () => own(context, record) : standard[name]
  if (!work) throw notFound(resource)
  await work(context, resource, record)
  return (await findRow(context.tx, resource, uid, 'all')) ?? record
}
