import { email, isRequired, maxLength, maxValue, minLength, minValue, type Validator } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Field } from '~/model/fields'
import { asObject, valueAt } from '~/model/objects'
import { kindOf } from '~/src/admin/fields/kinds'

/** Announces a required field: react-admin only adds a sign to its label, which screen readers skip. */
export const required = { 'aria-required': true } as const

/**
 * The `slotProps` of a text field that announce it as required. Those of the inner input are merged with its other
 * props, whereas those of `htmlInput` would replace them.
 */
export const requiredSlots = (isNeeded: boolean) =>
  isNeeded ? { input: { slotProps: { input: required } } } : {}

/** The `slotProps` of an input whose validators require a value. */
export const slotsOf = ({ validate }: { readonly validate?: Validator | Validator[] | undefined }) =>
  requiredSlots(isRequired(validate))

/** Required: non-empty, lists included; also marks the label, as react-admin's own `required` does. */
const mandatory: Validator & { isRequired?: boolean } = (value: unknown) =>
  isEmpty(value) ? 'validation.required' : undefined
mandatory.isRequired = true

/** Required while the alternative list is empty; the label is not marked. */
const mandatoryUnless =
  (other: string): Validator =>
  (value: unknown, values: unknown) =>
    isEmpty(value) && isEmpty(valueAt(asObject(values), other)) ? 'validation.required' : undefined

const isText = (field: Field) => {
  const { input } = kindOf(field)
  return input === 'text' || input === 'password'
}

const bounds = (field: Field): Validator[] => {
  const { min, max } = field
  const [least, most] = isText(field) ? [minLength, maxLength] : [minValue, maxValue]
  return [...(min === undefined ? [] : [least(min)]), ...(max === undefined ? [] : [most(max)])]
}

/** The validation rules of the definition; the server validates them again. */
export const validatorsFor = (field: Field, required: boolean): Validator[] => [
  ...(required ? [mandatory] : []),
  ...(field.requiredUnless === undefined ? [] : [mandatoryUnless(field.requiredUnless)]),
  ...(isText(field) || ['integer', 'number'].includes(field.kind) ? bounds(field) : []),
  ...(field.kind === 'email' ? [email('validation.email')] : []),
]
