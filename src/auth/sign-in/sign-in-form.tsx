import { type FormEvent, useEffect, useRef } from 'react'
import { signIn as texts } from '~/i18n/en/sign-in'
import type { Credentials } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { FormEnd } from './form-end'
import { PasswordField } from './password-field'
import { missing, type Problem } from './problem'
import { useAttempt } from './use-attempt'

type Props = {
  signIn: (credentials: Credentials) => Promise<void>
  onFirstInput: () => void
  onSignedIn: () => void
  /** The credentials are correct, and a second factor is required. */
  onAsked: (credentials: Credentials) => void
}

const PROBLEM = 'sign-in-problem'

const isAsked = (error: unknown) => error instanceof BackendError && error.code === 'second_factor'

const useSubmission = ({ signIn, onSignedIn, onAsked }: Props) => {
  const { busy, problem, setProblem, attempt } = useAttempt(onSignedIn)
  const submit = async (said: Credentials) => {
    const incomplete = missing(said.email, said.password)
    if (incomplete) return setProblem(incomplete)
    const credentials = { ...said, email: said.email.trim() }
    await attempt(() =>
      signIn(credentials).catch((error: unknown) => {
        if (isAsked(error)) onAsked(credentials)
        throw error
      }),
    )
  }
  return { busy, problem, submit }
}

const useOnce = (act: () => void) => {
  const done = useRef(false)
  return () => {
    if (done.current) return
    done.current = true
    act()
  }
}

const read = (form: HTMLFormElement): Credentials => {
  const data = new FormData(form)
  return { email: String(data.get('email') ?? ''), password: String(data.get('password') ?? '') }
}

export const SignInForm = (props: Props) => {
  const { busy, problem, submit } = useSubmission(props)
  const form = useRef<HTMLFormElement>(null)
  const firstInput = useOnce(props.onFirstInput)
  useEffect(() => {
    const field = problem?.field && form.current?.elements.namedItem(problem.field)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }, [problem])

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    firstInput()
    if (!busy) submit(read(event.currentTarget))
  }
  const wrong = (field: Problem['field']) =>
    problem?.field === field ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {}

  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={onSubmit} onInput={firstInput}>
      <label htmlFor="email">{texts.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        aria-required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the form is the only content of this page.
        autoFocus
        {...wrong('email')}
      />
      <PasswordField {...wrong('password')} />
      <FormEnd
        id={PROBLEM}
        problem={problem?.text}
        busy={busy}
        label={busy ? texts.submitting : texts.submit}
      />
    </form>
  )
}
