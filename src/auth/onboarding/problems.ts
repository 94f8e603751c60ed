import { textIn } from '~/model/objects'
import { shortestPassword } from '~/model/onboarding'
import { BackendError, isUnreachable, waitOf } from '~/src/api/backend-error'
import { filled, type Texts } from './texts'

/** The text of a problem, and the field to correct if there is one. */
export type Problem = { readonly text: string; readonly field?: string }

export type Failure = keyof Texts['failures']

/** The specification's error code, if the error is one of a link. */
export const failureIn = (error: unknown, { failures }: Texts): Failure | undefined =>
  error instanceof BackendError && Object.hasOwn(failures, error.code) ? (error.code as Failure) : undefined

/** The server's reason as text; undefined if the failure itself is sufficient. */
const reasonOf = (error: unknown, { reasons, problems }: Texts) => {
  const reason = (error instanceof BackendError && textIn(error.body?.params, 'reason')) || ''
  const known: Readonly<Record<string, string>> = {
    ...reasons,
    required: problems.passwordMissing,
    too_short: problems.passwordShort,
    too_long: problems.passwordLong,
  }
  return Object.hasOwn(known, reason) ? known[reason] : undefined
}

/** A failure of the link itself: the product's own message with its code, its meaning, and the reason. */
export const failureText = (failure: Failure, error: unknown, texts: Texts) =>
  [filled(texts.data, { code: failure }), texts.failures[failure], reasonOf(error, texts)]
    .filter(Boolean)
    .join(' ')

const fields: { readonly [F in Failure]?: string } = { OB5: 'firstname', OB6: 'password' }

export const problemOf = (error: unknown, texts: Texts): Problem => {
  const { problems } = texts
  const failure = failureIn(error, texts)
  if (failure) {
    const field = error instanceof BackendError && error.fields ? fields[failure] : undefined
    return { text: failureText(failure, error, texts), ...(field && { field }) }
  }
  if (!(error instanceof BackendError)) return { text: problems.failed }
  if (error.status === 429)
    return {
      text: filled(problems.tooManyAttempts, { minutes: Math.ceil(waitOf(error) / 60) }),
    }
  return { text: isUnreachable(error) ? problems.unreachable : problems.failed }
}

type Values = Readonly<Record<string, string>>

/** The first missing or invalid value, checked before the request: only the fields that the form has. */
export const missingIn = (values: Values, { problems }: Texts): Problem | undefined => {
  const { password = '' } = values
  const checks: readonly (readonly [field: string, wrong: boolean, text: string])[] = [
    ['email', values.email === '', problems.emailMissing],
    ['firstname', values.firstname === '', problems.firstnameMissing],
    ['lastname', values.lastname === '', problems.lastnameMissing],
    ['password', password === '', problems.passwordMissing],
    ['password', password.length < shortestPassword, problems.passwordShort],
    ['confirmation', values.confirmation === '', problems.confirmationMissing],
    ['confirmation', values.confirmation !== password, problems.mismatch],
    ['terms', values.terms === '', problems.termsMissing],
  ]
  const found = checks.find(([, wrong]) => wrong)
  return found && { field: found[0], text: found[2] }
}
