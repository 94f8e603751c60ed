import { isDisabledNow, isEmpty, isRequiredIn, ownerOf, writableFields } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError, type FieldCode, invalidFields } from '~/model/errors'
import type { Field } from '~/model/fields'
import { flatten, isObject } from '~/model/objects'
import type { Flat } from '~/server/platform/database/tables'
import type { Context, Values } from './context'
import { checkValue, hasRef, normalise } from './kinds'

type Mode = 'create' | 'update'

const forbidden = (fields: readonly string[]) =>
  new ApiError('forbidden_fields', `Not yours to write: ${fields.join(', ')}`, {
    params: { fields: fields.join(', ') },
  })

const unknown = (fields: readonly string[]) =>
  new ApiError('unknown_field', `Unknown fields: ${fields.join(', ')}`, {
    params: { field: fields.join(', ') },
  })

const pick = (from: Values, keys: readonly string[]): Values =>
  Object.fromEntries(keys.filter(key => Object.hasOwn(from, key)).map(key => [key, from[key]]))

/** Keys sent with a record that are not fields: its id, and the version that the edit is based on. */
const envelope = ['uid', 'id', 'updatedAt']

/**
 * The body by field path. Rejects the whole body if it holds a field that is unknown, read-only or not
 * writable for the actor.
 * @param extras keys that the resource's hooks accept in addition to its fields
 * @throws ApiError 400 invalid_body, unknown_field; 403 forbidden_fields
 */
export const readBody = (
  resource: Resource,
  mode: Mode,
  context: Context,
  body: unknown,
  extras: readonly string[],
  before?: Flat,
): { values: Values; extras: Values } => {
  if (!isObject(body)) throw new ApiError('invalid_body', 'The body must be a JSON object')
  const flat = flatten(body, Object.keys(resource.fields))
  const keys = Object.keys(flat).filter(key => !extras.includes(key) && !envelope.includes(key))
  const strange = keys.filter(key => !Object.hasOwn(resource.fields, key))
  if (strange.length > 0) throw unknown(strange)
  const allowed = new Set(writableFields(resource, mode, context.actor, before))
  const refused = keys.filter(key => !allowed.has(key))
  if (refused.length > 0) throw forbidden(refused)
  const values = Object.fromEntries(keys.map(key => [key, clean(resource, key, flat[key])]))
  refuseBrokenLinks(resource, values)
  return { values, extras: pick(flat, extras) }
}

/** Checks links before other values, because they determine the record's owner. @throws ApiError 422 */
const refuseBrokenLinks = ({ fields }: Resource, values: Values) => {
  const broken = Object.keys(values).filter(
    key => fields[key]?.kind === 'link' && values[key] !== null && !hasRef(values[key]),
  )
  if (broken.length > 0) throw invalidFields(Object.fromEntries(broken.map(key => [key, 'unknown_record'])))
}

const clean = (resource: Resource, key: string, value: unknown) => {
  const field = resource.fields[key]
  return field ? normalise(value, field) : value
}

/** Adds the declared defaults, and the actor's company if the record names none. */
export const withDefaults = (resource: Resource, context: Context, values: Values): Values => {
  const filled: Values = { ...values }
  for (const [key, field] of Object.entries(resource.fields))
    if (filled[key] === undefined && field.default !== undefined) filled[key] = field.default
  const { company } = resource
  if (company && company !== 'uid' && isEmpty(filled[company]) && context.actor.company)
    filled[company] = { ref: `companies/${context.actor.company}` }
  if (resource.states && filled[resource.states.field] === undefined)
    filled[resource.states.field] = resource.states.initial
  if (resource.fields.createdBy?.readOnly) filled.createdBy = { ref: `users/${context.actor.uid}` }
  return filled
}

/** A field that is required at creation can be replaced, not emptied; an empty password means no change. */
const isEmptied = ({ required, kind }: Field, key: string, changed: Values) =>
  required === 'create' && kind !== 'password' && key in changed

const codeFor = (
  resource: Resource,
  mode: Mode,
  key: string,
  changed: Values,
  whole: Values,
): FieldCode | undefined => {
  const field = resource.fields[key]
  if (!field) return undefined
  const value = changed[key]
  const isTouched = mode === 'create' || key in changed || (field.requiredUnless ?? key) in changed
  if (
    isTouched &&
    isEmpty(whole[key]) &&
    (isRequiredIn(field, mode, whole) || isEmptied(field, key, changed))
  )
    return 'required'
  if (value === undefined) return undefined
  const code = checkValue(value, field)
  if (code) return code
  // A checkbox with `enabledBy` may be set only while that field is true.
  return field.enabledBy && field.kind === 'boolean' && value === true && whole[field.enabledBy] !== true
    ? 'needs'
    : undefined
}

/**
 * Checks every value; `before` is the current record on update.
 * @throws ApiError 422 validation with a code per field
 */
export const checkValues = (resource: Resource, mode: Mode, changed: Values, before?: Flat) => {
  const whole = { ...before, ...changed }
  const codes = Object.keys(resource.fields).flatMap(key => {
    const code = codeFor(resource, mode, key, changed, whole)
    return code ? [[key, code] as const] : []
  })
  if (codes.length > 0) throw invalidFields(Object.fromEntries(codes))
}

/** @throws ApiError 409 `state` for a field that is disabled in the record's current state */
export const refuseDisabled = (resource: Resource, before: Flat, changes: Values) => {
  const shut = Object.keys(changes).filter(key => {
    const field = resource.fields[key]
    return field !== undefined && isDisabledNow(resource, field, before)
  })
  const [first] = shut
  if (first === undefined) return
  throw new ApiError(
    'state',
    `${shut.join(', ')} can be changed only while ${resource.fields[first]?.when?.join(' or ')}`,
    {
      fields: Object.fromEntries(shut.map(key => [key, 'not_now' as const])),
      params: { from: String(before[resource.states?.field ?? '']), to: shut.join(', ') },
    },
  )
}

/** The owner of the record after the change: new values over current ones. The role is checked elsewhere. */
export const futureOwner = (
  resource: Resource,
  uid: string | null,
  before: Values | undefined,
  changed: Values,
) => ({ ...ownerOf(resource, { ...before, ...changed, uid }), role: null })
