import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { entrance as english } from '~/i18n/en/sign-in'
import type { Credentials } from '~/src/api/backend'
import { BackendError, isUnreachable, waitOf } from '~/src/api/backend-error'
import { type Entrance, useEntranceTexts } from '~/src/auth/language'

const Eye = ({ crossed }: { crossed: boolean }) => (
  <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {crossed && <path d="m4 4 16 16" />}
    </g>
  </svg>
)

type PasswordFieldProps = ComponentProps<'input'> & {
  readonly words?: { readonly password: string; readonly showPassword: string; readonly hidePassword: string }
}

export const PasswordField = ({ words: given, id = 'password', ...props }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  const { signIn } = useEntranceTexts()
  const words = given ?? signIn
  return (
    <>
      <label htmlFor={id}>{words.password}</label>
      <div className="sign-in-password">
        <input
          id={id}
          name={id}
          type={shown ? 'text' : 'password'}
          aria-required
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          {...props}
        />
        <button
          type="button"
          aria-label={shown ? words.hidePassword : words.showPassword}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <Eye crossed={shown} />
        </button>
      </div>
    </>
  )
}

type FormEndProps = {
  /** The id by which the invalid field refers to its description. */
  readonly id: string
  readonly problem: string | undefined
  readonly busy: boolean
  /** The current label: the action, or that it is in progress. */
  readonly label: string
  readonly children?: ReactNode
}

/** The end of these forms: the problem, then the button, which stays focusable while busy. */
export const FormEnd = ({ id, problem, busy, label, children }: FormEndProps) => (
  <>
    <p id={id} className="sign-in-problem" role="alert">
      {problem}
    </p>
    {children}
    <button type="submit" className="sign-in-submit" aria-disabled={busy} data-busy={busy}>
      {label}
    </button>
  </>
)

type Field = 'email' | 'password'

/** The text of a problem, in the language of the page at the time, and the field to correct if there is one. */
type Problem = { readonly textIn: (texts: Entrance) => string; readonly field?: Field }

const wait = (seconds: number, { signIn }: Entrance) =>
  seconds < 90
    ? signIn.seconds.replace('%{count}', String(seconds))
    : signIn.minutes.replace('%{count}', String(Math.ceil(seconds / 60)))

const saying = (key: keyof Entrance['signIn'], field?: Field): Problem => ({
  textIn: ({ signIn }) => signIn[key],
  ...(field && { field }),
})

const refused = (error: BackendError): Problem => {
  // The Parse protocol has one code for both; its message distinguishes them if the operator allows it.
  if (/user not found/i.test(error.message)) return saying('userNotFound', 'email')
  if (/wrong password/i.test(error.message)) return saying('wrongPassword', 'password')
  return saying('badCredentials', 'email')
}

/** The text of an error that has one for its code. */
const knownText = (code: string, { problems: { user_not_found: _, ...problems }, signIn }: Entrance) => {
  const known: Readonly<Record<string, string>> = {
    ...problems,
    no_role: signIn.noRole,
    popup_blocked: signIn.popupBlocked,
    other_sign_in: signIn.otherSignIn,
  }
  return Object.hasOwn(known, code) ? known[code] : undefined
}

export const problemOf = (error: unknown): Problem => {
  if (!(error instanceof BackendError)) return saying('failed')
  const { code, status } = error
  if (status === 429)
    return {
      textIn: texts => texts.signIn.tooManyAttempts.replace('%{wait}', wait(waitOf(error), texts)),
    }
  if (knownText(code, english) !== undefined) return { textIn: texts => knownText(code, texts) ?? '' }
  if (status === 404 && code !== 'http_404') return refused(error)
  return saying(isUnreachable(error) ? 'unreachable' : 'failed')
}

/** The problem of a sign-in without a typed e-mail address: there is none to correct. */
export const otherWayProblemOf = (error: unknown): Problem =>
  error instanceof BackendError && error.code === 'user_not_found'
    ? { textIn: ({ problems }) => problems.user_not_found }
    : problemOf(error)

/** The first missing value, checked before the request. */
const missing = (email: string, password: string): Problem | null => {
  if (email.trim() === '') return saying('emailMissing', 'email')
  return password === '' ? saying('passwordMissing', 'password') : null
}

/** Runs one sign-in attempt at a time, and keeps the problem of the last one. */
export const useAttempt = (onSignedIn: () => void) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const attempt = async (act: () => Promise<void>) => {
    setProblem(null)
    setBusy(true)
    try {
      await act()
      // Stays busy: the panel replaces the page once it is loaded.
      onSignedIn()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, attempt }
}

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
  const texts = useEntranceTexts()
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
      <label htmlFor="email">{texts.signIn.email}</label>
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
        problem={problem?.textIn(texts)}
        busy={busy}
        label={busy ? texts.signIn.submitting : texts.signIn.submit}
      />
    </form>
  )
}
