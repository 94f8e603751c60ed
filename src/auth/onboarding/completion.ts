import { useState } from 'react'
import type { Catalogue } from '~/i18n/catalogue'
import type { Language } from '~/model/languages'
import { textIn } from '~/model/objects'
import { type LinkAnswers, type LinkFacts, shortestPassword } from '~/model/onboarding'
import { BackendError, isUnreachable, waitOf } from '~/src/api/backend-error'
import { filled, loadLanguage } from '~/src/ui/language-files'

export type Texts = Catalogue['onboarding']

const files = import.meta.glob<Texts>('/i18n/*/onboarding.ts', { import: 'onboarding' })

export const loadTexts = (lang: Language): Promise<Texts> => loadLanguage(files, lang)

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

/** The properties of every page of a link. */
export type LinkProps = {
  readonly facts: LinkFacts
  readonly texts: Texts
  /** Redeems the link. @returns whether a session was created */
  readonly complete: (answers: LinkAnswers) => Promise<boolean>
  /** The link itself is no longer valid. */
  readonly onRefused: (error: unknown) => void
  readonly onFirstInput: () => void
  readonly onEntered: () => void
  readonly signedIn: boolean
}

/** Failures after which the same link is unusable, whatever the input. */
const fatal: readonly string[] = ['OB1', 'OB2', 'OB3', 'OB4']

const isFatal = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && fatal.includes(String(error.code))

/** Submits the answers; correctable failures are returned as a problem. */
export const useCompletion = (
  { texts, complete, onRefused }: LinkProps,
  onDone: (session: boolean) => void,
) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const send = async (answers: LinkAnswers) => {
    setBusy(true)
    setProblem(undefined)
    try {
      // Stays busy: the panel replaces the page once it is loaded.
      onDone(await complete(answers))
    } catch (error) {
      setBusy(false)
      if (isFatal(error)) onRefused(error)
      else setProblem(problemOf(error, texts))
    }
  }
  return { busy, problem, setProblem, send }
}
