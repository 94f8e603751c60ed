import { type FormEvent, useEffect, useRef, useState } from 'react'
import { forgottenPassword as texts } from '~/i18n/en/forgotten-password'
import { signIn } from '~/i18n/en/sign-in'
import type { DeliveryStatus } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { Frame } from '~/src/auth/sign-in/frame'
import { FormEnd, problemOf } from '~/src/auth/sign-in/sign-in-form'

type Outcome = { readonly sent?: string; readonly problem?: string }

const statusTexts: Readonly<Record<DeliveryStatus, string>> = {
  sent: texts.sentMore,
  waiting: texts.waiting,
  outbox: texts.outbox,
}

/** A delivery problem of the e-mail is stated first. */
const sentTo = (email: string, status: DeliveryStatus) => {
  const sent = `${texts.sent.replace('%{email}', email)}.`
  return status === 'sent' ? `${sent} ${statusTexts.sent}` : `${statusTexts[status]} ${sent}`
}

const reasonOf = (error: unknown) =>
  error instanceof BackendError && (error.fields?.email || error.code === 'auth/invalid-email')
    ? texts.malformed
    : problemOf(error).text

const failedFor = (email: string, error: unknown) =>
  texts.failed.replace('%{email}', email).replace('%{reason}', reasonOf(error))

const useSending = () => {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({})
  const send = async (email: string) => {
    if (!email) return setOutcome({ problem: texts.missing })
    setBusy(true)
    setOutcome({})
    try {
      setOutcome({ sent: sentTo(email, await backend.requestPasswordReset(email)) })
    } catch (error) {
      setOutcome({ problem: failedFor(email, error) })
    }
    setBusy(false)
  }
  return { busy, ...outcome, send }
}

const PROBLEM = 'forgotten-problem'

/** In English, like the sign-in page: the user's language is not known here. */
export const ForgottenPassword = () => {
  const { busy, sent, problem, send } = useSending()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (problem) field.current?.focus()
  }, [problem])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) void send(field.current?.value.trim() ?? '')
  }
  return (
    <Frame title={texts.title} lang="en" words={signIn} lead={texts.lead}>
      <form className="sign-in-form" noValidate onSubmit={submit}>
        <label htmlFor="email">{texts.email}</label>
        <input
          ref={field}
          id="email"
          name="email"
          type="email"
          aria-required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the field is the only content of this page.
          autoFocus
          {...(problem && { 'aria-invalid': true, 'aria-describedby': PROBLEM })}
        />
        <FormEnd id={PROBLEM} problem={problem} busy={busy} label={busy ? texts.submitting : texts.submit}>
          {sent && (
            <p className="sign-in-message sign-in-sent" role="status">
              {sent}
            </p>
          )}
        </FormEnd>
      </form>
      <a className="sign-in-link" href="/signin">
        {texts.back}
      </a>
    </Frame>
  )
}
