import type { Resource } from '../define'
import { users } from './users'

const { password: _password, ...fields } = users.fields

/**
 * A user who is created without a password and a picture, and perhaps without names: they choose them later, or sign in
 * with a provider.
 */
export const withoutPassword = {
  ...users,
  fields: {
    ...fields,
    picture: { ...fields.picture, readOnly: true },
    firstname: { ...fields.firstname, required: undefined },
    lastname: { ...fields.lastname, required: undefined },
  },
} satisfies Resource
