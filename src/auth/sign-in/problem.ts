import { problems, signIn as texts } from '~/i18n/en/sign-in'
import { BackendError, isUnreachable, waitOf } from '~/src/api/backend-error'

type Field = 'email' | 'password'

/** The text of a problem, and the field to correct if there is one. */
export type Problem = { readonly text: string; readonly field?: Field }

const wait = (seconds: number) =>
  seconds < 90
    ? texts.seconds.replace('%{count}', String(seconds))
    : texts.minutes.replace('%{count}', String(Math.ceil(seconds / 60)))

const refused = (error: BackendError): Problem => {
  // The Parse protocol has one code for both; its message distinguishes them if the operator allows it.
  if (/user not found/i.test(error.message)) return { text: texts.userNotFound, field: 'email' }
  if (/wrong password/i.test(error.message)) return { text: texts.wrongPassword, field: 'password' }
  return { text: texts.badCredentials, field: 'email' }
}

const { user_not_found: notInvited, ...known } = problems

const byCode: Readonly<Record<string, string>> = {
  ...known,
  no_role: texts.noRole,
  popup_blocked: texts.popupBlocked,
  other_sign_in: texts.otherSignIn,
}

export const problemOf = (error: unknown): Problem => {
  if (!(error instanceof BackendError)) return { text: texts.failed }
  if (error.status === 429) return { text: texts.tooManyAttempts.replace('%{wait}', wait(waitOf(error))) }
  const text = byCode[error.code]
  if (text) return { text }
  if (error.status === 404 && error.code !== 'http_404') return refused(error)
  return { text: isUnreachable(error) ? texts.unreachable : texts.failed }
}

/** The same where no e-mail address was typed: there is none to correct. */
export const otherWayProblemOf = (error: unknown): Problem =>
  error instanceof BackendError && error.code === 'user_not_found' ? { text: notInvited } : problemOf(error)

/** The first missing value, checked before the request. */
export const missing = (email: string, password: string): Problem | null => {
  if (email.trim() === '') return { text: texts.emailMissing, field: 'email' }
  return password === '' ? { text: texts.passwordMissing, field: 'password' } : null
}
