import { ApiError } from '~/model/errors'
import type { Actor } from '~/model/grants'
import { type LinkFacts, type LinkType, TERMS } from '~/model/onboarding'
import type { User } from '~/model/record-types'
import { uidOf } from '~/model/refs'
import { users } from '~/model/resources/users'
import { isRole } from '~/model/roles'
import { hashPassword } from '~/server/features/auth/passwords'
import { linkError } from '~/server/features/one-time-links/open-link'
import type { Database } from '~/server/platform/database/database'
import type { Values } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { checkValue } from '~/server/records/schemas/field-schemas'
import { checkValues } from '~/server/records/writing/input'
import { normalise } from '~/server/records/writing/values'
import type { Answers } from './link-schemas'

/** The user status that a link type requires. */
const wanted = { invite: 'pending', reset: 'active' } as const satisfies Partial<Record<LinkType, string>>

/** The user of a link, valid or not. @throws ApiError OB4 if the user is gone */
export const linkOwner = async (database: Database, uid: string, lock = false) => {
  const user = await findRow(database, users, uid, 'all', lock)
  if (!user || user.status === 'deleted') throw linkError('OB4', 'gone')
  return user
}

/** @throws ApiError OB4 if the user is gone, OB3 if they may not sign in or have been activated already */
export const linkUser = async (database: Database, type: keyof typeof wanted, uid: string, lock = false) => {
  const user = await linkOwner(database, uid, lock)
  if (user.status !== wanted[type]) throw linkError('OB3', String(user.status))
  if (!isRole(user.role)) throw linkError('OB3', 'no_role')
  return user
}

export const userFacts = (type: LinkType, user: User): LinkFacts => ({
  type,
  email: user.email,
  lang: user.lang,
  firstname: user.firstname ?? '',
  lastname: user.lastname ?? '',
  company: user.company?.label ?? '',
})

/** The user as the actor of changes made through a link. */
export const actorOf = ({ uid, role, company }: User): Actor => ({
  uid,
  role: isRole(role) ? role : 'viewer',
  company: company ? uidOf(company.ref) : null,
  managed: [],
  open: [],
  licensed: false,
})

const personal = ['firstname', 'lastname'] as const

/** The changes that activate a user. @throws ApiError OB5 without agreement to the terms, or without names */
export const activation = (user: User, answers: Answers): Values => {
  if (answers.termsAgreement !== TERMS)
    throw linkError('OB5', 'terms', { fields: { termsAgreement: 'required' } })
  const names = Object.fromEntries(
    personal.map(key => [key, normalise(answers[key] ?? user[key], users.fields[key])]),
  )
  try {
    checkValues(users, 'update', names, user)
  } catch (error) {
    if (error instanceof ApiError) throw linkError('OB5', 'names', error.details)
    throw error
  }
  return { ...names, status: 'active', termsAgreement: TERMS }
}

const passwordCode = (password: unknown) =>
  password ? checkValue(password, users.fields.password) : 'required'

/** @throws ApiError OB6 with the reason why the password is rejected */
export const checkNewPassword = (password: unknown) => {
  const code = passwordCode(password)
  if (code) throw linkError('OB6', code, { fields: { password: code } })
}

/** Hashes a new password before the transaction that stores it; empty for one that will be rejected there. */
export const hashAcceptable = async (password: unknown): Promise<string> =>
  passwordCode(password) ? '' : hashPassword(String(password))

/** Converts a late rejection of the account, such as a company without a free seat, to OB5. */
export const toSaveError = (error: unknown): unknown =>
  error instanceof ApiError && error.status < 500 && !error.code.startsWith('OB')
    ? linkError('OB5', error.code, error.details)
    : error
