import { z } from 'zod'
import { ApiError } from '~/model/errors'
import { type Actor, isRole } from '~/model/grants'
import { languages } from '~/model/languages'
import { type LinkFacts, type LinkType, linkTypes, longestPassword, TERMS } from '~/model/onboarding'
import type { User } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { users } from '~/model/resources/users'
import { hashPassword } from '~/server/features/auth/passwords'
import { linkError } from '~/server/features/one-time-links/open-link'
import type { Database } from '~/server/platform/database/database'
import { pathPart, textUpTo } from '~/server/platform/http/route-schemas'
import type { Values } from '~/server/records/context'
import { checkValues } from '~/server/records/input'
import { checkValue, normalise } from '~/server/records/kinds'
import { findRow } from '~/server/records/list'

export const keyLink = z.object({ type: pathPart, hash: pathPart })

export const linkFacts = z.object({
  type: z.enum(linkTypes),
  email: z.string().optional(),
  lang: z.enum(languages).optional(),
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  company: z.string().optional(),
  group: z.string().optional(),
  host: z.string().optional(),
  known: z.boolean().optional(),
  passkeys: z.int().optional().meta({ description: 'Of a reset: that sign in without the password' }),
  secondFactor: z.boolean().optional().meta({ description: 'Of a reset, which leaves it on' }),
})

/** Maximum length of a name as sent; that of the field counts after trimming. */
const MAX_NAME = 200

/** Input of the page that a link opens. */
export const linkAnswers = z
  .object({
    firstname: textUpTo(MAX_NAME),
    lastname: textUpTo(MAX_NAME),
    password: z
      .unknown()
      .meta({ type: 'string', maxLength: longestPassword, description: 'OB6 tells why one is refused' }),
    termsAgreement: z.number('invalid'),
    removePasskeys: z.boolean('invalid').meta({ description: 'With a reset' }),
  })
  .partial()
  .meta({
    example: {
      firstname: 'Grace',
      lastname: 'Hopper',
      password: 'a long sentence of mine',
      termsAgreement: 1,
    },
  })

export type Answers = z.output<typeof linkAnswers>

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
