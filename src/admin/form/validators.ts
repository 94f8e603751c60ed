import { email, maxLength, maxValue, minLength, minValue, type Validator } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Field } from '~/model/fields'

/** Required: non-empty, lists included; also marks the label, as react-admin's own `required` does. */
const mandatory: Validator & { isRequired?: boolean } = (value: unknown) =>
  isEmpty(value) ? 'validation.required' : undefined
mandatory.isRequired = true

const isText = (field: Field) => ['text', 'multiline', 'email', 'password'].includes(field.kind)

const bounds = (field: Field): Validator[] => {
  const { min, max } = field
  const [least, most] = isText(field) ? [minLength, maxLength] : [minValue, maxValue]
  return [...(min === undefined ? [] : [least(min)]), ...(max === undefined ? [] : [most(max)])]
}

/** The validation rules of the definition; the server validates them again. */
export const validatorsFor = (field: Field, required: boolean): Validator[] => [
  ...(required ? [mandatory] : []),
  ...(isText(field) || field.kind === 'integer' ? bounds(field) : []),
  ...(field.kind === 'email' ? [email('validation.email')] : []),
]
