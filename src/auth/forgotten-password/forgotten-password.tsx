import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DeliveryStatus } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { type Entrance, useEntrance, useEntranceTexts } from '~/src/auth/language'
import { Frame } from '~/src/auth/sign-in/frame'
import { FormEnd, problemOf } from '~/src/auth/sign-in/sign-in-form'

type Say = (texts: Entrance) => string

/** In the language of the page at the time. */
type Outcome = { readonly sent?: Say; readonly problem?: Say }

/** Without a mail server nothing is sent: the text only states where the link is. */
const sentTo =
  (email: string, status: DeliveryStatus): Say =>
  ({ forgotten }) => {
    if (status === 'outbox') return forgotten.outbox.replace('%{email}', email)
    const sent = `${forgotten.sent.replace('%{email}', email)}.`
    return status === 'sent' ? `${sent} ${forgotten.sentMore}` : `${forgotten.waiting} ${forgotten.sentMore}`
  }

const reasonIn = (error: unknown, texts: Entrance) =>
  error instanceof BackendError && (error.fields?.email || error.code === 'auth/invalid-email')
    ? texts.forgotten.malformed
    : problemOf(error).textIn(texts)

const failedFor =
  (email: string, error: unknown): Say =>
  texts =>
    texts.forgotten.failed.replace('%{email}', email).replace('%{reason}', reasonIn(error, texts))

const useSending = () => {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({})
  const send = async (email: string) => {
    if (!email) return setOutcome({ problem: ({ forgotten }) => forgotten.missing })
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

/** In the language of the sign-in page: the user's own is not known here. */
export const ForgottenPassword = () => {
  const { lang } = useEntrance()
  const texts = useEntranceTexts()
  const { forgotten } = texts
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
    <Frame title={forgotten.title} lang={lang} words={texts.signIn} lead={forgotten.lead}>
      <form className="sign-in-form" noValidate onSubmit={submit}>
        <label htmlFor="email">{forgotten.email}</label>
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
        <FormEnd
          id={PROBLEM}
          problem={problem?.(texts)}
          busy={busy}
          label={busy ? forgotten.submitting : forgotten.submit}
        >
          {sent && (
            <p className="sign-in-message sign-in-sent" role="status">
              {sent(texts)}
            </p>
          )}
        </FormEnd>
      </form>
      <a className="sign-in-link" href="/signin">
        {forgotten.back}
      </a>
    </Frame>
  )
}
