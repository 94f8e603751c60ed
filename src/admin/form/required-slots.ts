import { isRequired, type Validator } from 'react-admin'

/** react-admin marks a required field in its label alone, with a sign that screen readers skip. */
export const required = { 'aria-required': true } as const

/**
 * The `slotProps` of a text field, which announce that it must be filled. MUI merges those of its inner input with what else
 * the input has: those of `htmlInput` would replace it.
 */
export const requiredSlots = (isNeeded: boolean) =>
  isNeeded ? { input: { slotProps: { input: required } } } : {}

/** The `slotProps` of an input whose validators require a value. */
export const slotsOf = ({ validate }: { readonly validate?: Validator | Validator[] | undefined }) =>
  requiredSlots(isRequired(validate))
