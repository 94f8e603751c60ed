import { type FormEvent, useEffect, useRef } from 'react'
import type { Backend, Credentials } from '~/src/api/backend'
import { useEntranceTexts } from '~/src/auth/language'
import { FormEnd, useAttempt } from './sign-in-form'

type Props = {
  readonly signIn: Backend['signIn']
  /** The credentials that were accepted so far. */
  readonly credentials: Credentials
  readonly onSignedIn: () => void
  readonly onBack: () => void
}

const PROBLEM = 'code-problem'

/** The form of the second factor: a code of the authenticator app, or a recovery code. */
export const CodeForm = ({ signIn, credentials, onSignedIn, onBack }: Props) => {
  const { busy, problem, setProblem, attempt } = useAttempt(onSignedIn)
  const texts = useEntranceTexts()
  const { factor, signIn: shared } = texts
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (problem) field.current?.select()
  }, [problem])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = field.current?.value.trim() ?? ''
    if (code === '') setProblem({ textIn: ({ problems }) => problems.second_factor })
    else if (!busy) void attempt(() => signIn({ ...credentials, code }))
  }
  return (
    <form className="sign-in-form" noValidate onSubmit={submit}>
      <label htmlFor="code">{factor.code}</label>
      <input
        ref={field}
        id="code"
        name="code"
        aria-required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        // biome-ignore lint/a11y/noAutofocus: the form is the only content of this page.
        autoFocus
        {...(problem && { 'aria-invalid': true, 'aria-describedby': PROBLEM })}
      />
      <FormEnd
        id={PROBLEM}
        problem={problem?.textIn(texts)}
        busy={busy}
        label={busy ? shared.submitting : shared.submit}
      />
      <button type="button" className="sign-in-link" onClick={onBack}>
        {factor.back}
      </button>
    </form>
  )
}
