import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type LinkAnswers, type LinkFacts, TERMS } from '~/model/onboarding'
import { FormEnd, PasswordField } from '~/src/auth/sign-in/sign-in-form'
import { filled } from '~/src/ui/language-files'
import { type LinkProps, missingIn, type Problem, type Texts, useCompletion } from './completion'

type NewPasswordProps = {
  readonly texts: Texts
  /** The attributes that mark an invalid field, by its name. */
  readonly wrong: (field: string) => object
}

/** On blur of either field: if both are filled and differ, the confirmation is cleared (specification §5). */
const useComparison = () => {
  const password = useRef<HTMLInputElement>(null)
  const confirmation = useRef<HTMLInputElement>(null)
  const [mismatch, setMismatch] = useState(false)
  const compare = () => {
    const [one, other] = [password.current, confirmation.current]
    if (!one?.value || !other?.value || one.value === other.value) return
    other.value = ''
    setMismatch(true)
  }
  return { password, confirmation, mismatch, compare, forget: () => setMismatch(false) }
}

/** A password and its confirmation. */
export const NewPassword = ({ texts, wrong }: NewPasswordProps) => {
  const { password, confirmation, mismatch, compare, forget } = useComparison()
  return (
    <>
      <PasswordField
        ref={password}
        words={texts}
        autoComplete="new-password"
        aria-describedby="password-help"
        onBlur={compare}
        {...wrong('password')}
      />
      <p id="password-help" className="onboarding-help">
        {texts.passwordHelp}
      </p>
      <label htmlFor="confirmation">{texts.confirmation}</label>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: ARIA in HTML allows it on passwords, as on text. */}
      <input
        ref={confirmation}
        id="confirmation"
        name="confirmation"
        type="password"
        aria-required
        autoComplete="new-password"
        onBlur={compare}
        onInput={forget}
        {...(mismatch
          ? { 'aria-invalid': true, 'aria-describedby': 'confirmation-help' }
          : wrong('confirmation'))}
      />
      <p id="confirmation-help" className="onboarding-help onboarding-wrong" role="alert">
        {mismatch && texts.problems.mismatch}
      </p>
    </>
  )
}

type TermsProps = { readonly texts: Texts; readonly wrong: boolean; readonly problemId: string }

/** The terms, readable in place, and the agreement to them. */
const Terms = ({ texts, wrong, problemId }: TermsProps) => (
  <>
    <label className="onboarding-agree">
      <input
        type="checkbox"
        name="terms"
        aria-required
        value="agreed"
        aria-describedby={wrong ? problemId : undefined}
        aria-invalid={wrong}
      />
      {texts.agree}
    </label>
    <details className="onboarding-terms">
      <summary>{texts.terms}</summary>
      <ol>
        {Object.entries(texts.termsText).map(([key, text]) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </details>
  </>
)

const PROBLEM = 'onboarding-problem'

type Values = Readonly<Record<string, string>>

/** The values of the form by field name; an unchecked box is empty. */
export const valuesOf = (form: HTMLFormElement): Values => {
  const said = new FormData(form)
  const fields = [...form.elements].filter(each => each instanceof HTMLInputElement)
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      if (!name) return []
      const value = String(said.get(name) ?? '')
      return [[name, name === 'password' || name === 'confirmation' ? value : value.trim()]]
    }),
  )
}

const answersOf = ({ terms, removePasskeys, confirmation: _, ...values }: Values): LinkAnswers => ({
  ...values,
  ...(removePasskeys && { removePasskeys: true }),
  ...(terms === undefined ? {} : { termsAgreement: TERMS }),
})

const names = [
  ['firstname', 'given-name'],
  ['lastname', 'family-name'],
] as const

type FieldProps = Pick<LinkProps, 'facts' | 'texts'> & { wrong: (field: string) => object }

type NamesProps = Omit<FieldProps, 'facts'> & { readonly facts: Pick<LinkFacts, 'firstname' | 'lastname'> }

const Email = ({ texts, wrong }: FieldProps) => (
  <>
    <label htmlFor="email">{texts.email}</label>
    <input id="email" name="email" type="email" aria-required autoComplete="username" {...wrong('email')} />
    <p className="onboarding-help">{texts.emailHelp}</p>
  </>
)

export const Names = ({ facts, texts, wrong }: NamesProps) => (
  <div className="onboarding-names">
    {names.map(([name, autoComplete]) => (
      <div key={name}>
        <label htmlFor={name}>{texts[name]}</label>
        <input
          id={name}
          name={name}
          aria-required
          autoComplete={autoComplete}
          maxLength={80}
          defaultValue={facts[name]}
          {...wrong(name)}
        />
      </div>
    ))}
  </div>
)

/** Other ways to sign in: a reset changes the password only, and the user decides about passkeys and the second factor. */
const OtherWaysIn = ({ facts: { passkeys, secondFactor }, texts: { reset } }: FieldProps) => (
  <>
    {passkeys !== undefined && (
      <>
        <label className="onboarding-agree">
          <input type="checkbox" name="removePasskeys" aria-describedby="passkeys-help" />
          <span>{filled(reset.removePasskeys, { count: String(passkeys) })}</span>
        </label>
        <p id="passkeys-help" className="onboarding-note">
          {reset.passkeysHelp}
        </p>
      </>
    )}
    {secondFactor && <p className="onboarding-note">{reset.secondFactorStays}</p>}
  </>
)

/** The link identifies the user but proves no second factor: the user signs in afterwards. */
const Changed = ({ texts }: { texts: Texts }) => (
  <>
    <p className="sign-in-message onboarding-text" role="status">
      {texts.reset.done}
    </p>
    <a className="sign-in-submit onboarding-action" href="/signin">
      {texts.next.signIn}
    </a>
  </>
)

export const useFocusOn = (problem: Problem | undefined) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = problem?.field && form.current?.elements.namedItem(problem.field)
    if (field instanceof HTMLInputElement) field.focus()
  }, [problem])
  return form
}

type FieldsProps = FieldProps & { readonly termsWrong: boolean }

const Fields = ({ facts, texts, wrong, termsWrong }: FieldsProps) => {
  const invited = facts.type === 'invite'
  const fields = { facts, texts, wrong }
  return (
    <>
      {facts.email === undefined && <Email {...fields} />}
      {invited && <Names {...fields} />}
      {/* For the browser's password manager. */}
      {facts.email !== undefined && (
        <input type="email" autoComplete="username" value={facts.email} readOnly hidden />
      )}
      <NewPassword texts={texts} wrong={wrong} />
      {facts.type === 'reset' && <OtherWaysIn {...fields} />}
      {invited && <Terms texts={texts} wrong={termsWrong} problemId={PROBLEM} />}
    </>
  )
}

/** The form for an account's password, and for the details of an invited user. */
export const AccountForm = (props: LinkProps) => {
  const { facts, texts, onFirstInput, onEntered } = props
  const [done, setDone] = useState(false)
  const { busy, problem, setProblem, send } = useCompletion(props, session =>
    session ? onEntered() : setDone(true),
  )
  const form = useFocusOn(problem)
  const words = facts.type === 'reset' ? texts.reset : texts.invite
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    const missing = missingIn(values, texts)
    setProblem(missing)
    if (!missing && !busy) void send(answersOf(values))
  }
  const wrong = (field: string) =>
    problem?.field === field ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {}
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    onFirstInput()
    const isCorrected = target instanceof HTMLInputElement && target.name === problem?.field
    if (isCorrected || !problem?.field) setProblem(undefined)
  }
  if (done) return <Changed texts={texts} />
  const shared = { className: 'sign-in-form onboarding-form', noValidate: true }
  return (
    <form ref={form} {...shared} onSubmit={submit} onInput={onInput}>
      <Fields facts={facts} texts={texts} wrong={wrong} termsWrong={problem?.field === 'terms'} />
      <FormEnd id={PROBLEM} problem={problem?.text} busy={busy} label={busy ? words.busy : words.submit} />
    </form>
  )
}
