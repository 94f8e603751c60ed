import { type FormEvent, useEffect, useRef } from 'react'
import { type LinkAnswers, TERMS } from '~/model/onboarding'
import { NewPassword } from './new-password'
import { missingIn, type Problem } from './problems'
import { Terms } from './terms'
import type { Texts } from './texts'
import { type LinkProps, useCompletion } from './use-completion'

const PROBLEM = 'onboarding-problem'

type Values = Readonly<Record<string, string>>

/** The form's fields by name; a box that is not ticked is empty. */
const valuesOf = (form: HTMLFormElement): Values => {
  const said = new FormData(form)
  const fields = [...form.elements].filter(each => each instanceof HTMLInputElement)
  return Object.fromEntries(
    fields.map(({ name }) => {
      const value = String(said.get(name) ?? '')
      return [name, name === 'password' || name === 'confirmation' ? value : value.trim()]
    }),
  )
}

const answersOf = ({ terms, confirmation: _, ...values }: Values): LinkAnswers => ({
  ...values,
  ...(terms === undefined ? {} : { termsAgreement: TERMS }),
})

const names = [
  ['firstname', 'given-name'],
  ['lastname', 'family-name'],
] as const

type FieldProps = Pick<LinkProps, 'facts' | 'texts'> & { wrong: (field: string) => object }

const Email = ({ texts, wrong }: FieldProps) => (
  <>
    <label htmlFor="email">{texts.email}</label>
    <input id="email" name="email" type="email" autoComplete="username" {...wrong('email')} />
    <p className="onboarding-help">{texts.emailHelp}</p>
  </>
)

const Names = ({ facts, texts, wrong }: FieldProps) => (
  <div className="onboarding-names">
    {names.map(([name, autoComplete]) => (
      <div key={name}>
        <label htmlFor={name}>{texts[name]}</label>
        <input
          id={name}
          name={name}
          autoComplete={autoComplete}
          maxLength={80}
          defaultValue={facts[name]}
          {...wrong(name)}
        />
      </div>
    ))}
  </div>
)

const useFocusOn = (problem: Problem | undefined) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = problem?.field && form.current?.elements.namedItem(problem.field)
    if (field instanceof HTMLInputElement) field.focus()
  }, [problem])
  return form
}

const wordsFor = ({ facts, texts }: LinkProps): Texts['invite'] =>
  facts.type === 'reset' ? texts.reset : texts.invite

/** The password of an account, and all that an invited person gives with it. */
export const AccountForm = (props: LinkProps) => {
  const { facts, texts, onFirstInput, onEntered } = props
  const invited = facts.type === 'invite'
  const { busy, problem, setProblem, send } = useCompletion(props, session =>
    session ? onEntered() : location.assign('/signin'),
  )
  const form = useFocusOn(problem)
  const words = wordsFor(props)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    const missing = missingIn(values, texts)
    setProblem(missing)
    if (!missing && !busy) void send(answersOf(values))
  }
  const wrong = (field: string) =>
    problem?.field === field ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {}
  const fields = { facts, texts, wrong }
  return (
    <form
      ref={form}
      className="sign-in-form onboarding-form"
      noValidate
      onSubmit={submit}
      onInput={onFirstInput}
    >
      {facts.email === undefined && <Email {...fields} />}
      {invited && <Names {...fields} />}
      {/* For the browser's own store of passwords. */}
      {facts.email !== undefined && (
        <input type="hidden" autoComplete="username" defaultValue={facts.email} />
      )}
      <NewPassword texts={texts} wrong={wrong} />
      {invited && <Terms texts={texts} wrong={problem?.field === 'terms'} problemId={PROBLEM} />}
      <p id={PROBLEM} className="sign-in-problem" role="alert">
        {problem?.text}
      </p>
      <button type="submit" className="sign-in-submit" aria-disabled={busy} data-busy={busy}>
        {busy ? words.busy : words.submit}
      </button>
    </form>
  )
}
