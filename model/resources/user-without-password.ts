import type { Resource } from '../define'
import { users } from './users'

const { password: _password, ...fields } = users.fields

/** A user who is made without a password, and perhaps without names: to choose them, or to come by a provider. */
export const withoutPassword = {
  ...users,
  fields: {
    ...fields,
    firstname: { ...fields.firstname, required: undefined },
    lastname: { ...fields.lastname, required: undefined },
  },
} satisfies Resource
