import { labelOf, scopeFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { invalidFields } from '~/model/errors'
import { covers } from '~/model/grants'
import type { RecordOf } from '~/model/record-of'
import { refIn, uidOf } from '~/model/refs'
import { newUid } from '~/server/platform/crypto/tokens'
import { attachFiles } from '~/server/records/attachments/attachments'
import type { Context, Hooks, Values } from '~/server/records/hooks'
import { writeEvent } from './history'
import { checkValues, futureOwner, readBody, withDefaults } from './input'
import { notThere, reload, requireRole } from './load-for-update'
import { checkRelations, syncRelations } from './relations'
import { insertRow } from './rows'

/** Adds the links that the address sets. Rejects a body that names other ones. */
const putIn = (values: Values, place: Values): Values => {
  const other = Object.keys(place).filter(key => {
    return values[key] && uidOf(refIn(values[key]) ?? '') !== uidOf(refIn(place[key]) ?? '')
  })
  if (other.length > 0) throw invalidFields(Object.fromEntries(other.map(key => [key, 'invalid'])))
  return { ...values, ...place }
}

/**
 * Creates a record from a request body. Errors: 400, 403, 409, 415, 422 (see `model/errors.ts`). `place`
 * holds the links that its address sets.
 */
export const createRecord = async <R extends Resource>(
  context: Context,
  resource: R,
  body: unknown,
  place: Values = {},
  hooks: Hooks = context.services.hooksOf(resource.name),
): Promise<RecordOf<R>> => {
  requireRole(resource, 'create', context)
  const uid = newUid()
  const sent = readBody(resource, 'create', context, body, hooks.extras ?? [])
  const values = withDefaults(resource, context, putIn(sent.values, place))
  await hooks.fillIn?.(context, values, sent.extras)
  const owner = futureOwner(resource, uid, undefined, values)
  if (!covers(scopeFor(resource, 'create', context.actor), owner)) throw notThere(resource, 'create')
  checkValues(resource, 'create', values)
  await checkRelations(resource, context, values, owner.company)
  await attachFiles(context, resource, uid, values)
  await hooks.beforeCreate?.(context, values, sent.extras)
  hooks.computeFields?.(values)
  const row = { ...values, uid, createdAt: context.now, updatedAt: context.now }
  await insertRow<Resource, Values & typeof row>(context.tx, resource, row)
  await syncRelations(context, resource, uid, values)
  await hooks.afterCreate?.(context, { ...values, uid }, sent.extras)
  const record = await reload(context, resource, uid)
  await writeEvent(context, resource, 'create', record, { label: labelOf(resource, record) || uid })
  return record
}
