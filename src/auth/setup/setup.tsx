import '~/src/auth/onboarding/onboarding.css'
import { type FormEvent, useEffect, useState } from 'react'
import type { setup as english } from '~/i18n/en/setup'
import type { Translation } from '~/i18n/translation'
import { type Language, languages } from '~/model/languages'
import type { SetupAnswers } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { useEntrance } from '~/src/auth/language'
import { Names, NewPassword, useFocusOn, valuesOf } from '~/src/auth/onboarding/account-form'
import { loadTexts, missingIn, type Problem, problemOf, type Texts } from '~/src/auth/onboarding/completion'
import { Frame } from '~/src/auth/sign-in/frame'
import { FormEnd } from '~/src/auth/sign-in/sign-in-form'
import { autonymOf, loadLanguage } from '~/src/ui/language-files'

type SetupTexts = Translation<typeof english>

const files = import.meta.glob<SetupTexts>('/i18n/*/setup.ts', { import: 'setup' })

/** The texts of this page, and those of the fields that it shares with the pages of one-time links. */
type Known = { readonly own: SetupTexts; readonly shared: Texts; readonly lang: Language }

const read = async (lang: Language): Promise<Known> => {
  const [own, shared] = await Promise.all([loadLanguage(files, lang), loadTexts(lang)])
  return { own, shared, lang }
}

/** The texts of the former language stay until those of another one are loaded. */
const useTexts = (lang: Language) => {
  const [known, setKnown] = useState<Known>()
  useEffect(() => {
    let current = true
    read(lang).then(
      found => current && setKnown(found),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [lang])
  return known
}

/** The first value that is missing, checked before the request. */
const incomplete = (
  values: Readonly<Record<string, string>>,
  { own, shared }: Known,
): Problem | undefined => {
  if (!values.code) return { field: 'code', text: own.codeMissing }
  const { company = '' } = values
  return (
    missingIn(values, shared) ?? (company === '' ? { field: 'company', text: own.companyMissing } : undefined)
  )
}

const textOfField = (field: string, code: string, { own, shared: { problems } }: Known) => {
  const texts: Readonly<Record<string, string>> = {
    email: own.emailWrong,
    company: own.companyLong,
    firstname: code === 'required' ? problems.firstnameMissing : own.nameLong,
    lastname: code === 'required' ? problems.lastnameMissing : own.nameLong,
    password: code === 'too_long' ? problems.passwordLong : problems.passwordShort,
  }
  return texts[field]
}

const failureOf = (error: unknown, known: Known): Problem => {
  const { own, shared } = known
  if (!(error instanceof BackendError)) return problemOf(error, shared)
  if (error.code === 'setup_code') return { field: 'code', text: own.problems.setup_code }
  if (error.code === 'set_up') return { text: own.problems.set_up }
  const [field, code] = Object.entries(error.fields ?? {})[0] ?? []
  const text = field && textOfField(field, String(code), known)
  return text ? { field, text } : problemOf(error, shared)
}

const PROBLEM = 'setup-problem'

/** The code in the address that the server prints; a fragment is not sent to any server. */
const codeInAddress = () => decodeURIComponent(location.hash.slice(1))

type FormProps = { readonly known: Known; readonly onFirstInput: () => void; readonly onEntered: () => void }

const answersIn = (form: HTMLFormElement): SetupAnswers => {
  const { code = '', email = '', firstname = '', lastname = '', company = '', password = '' } = valuesOf(form)
  const chosen = new FormData(form).get('lang')
  const lang = languages.find(each => each === chosen) ?? 'en'
  return { code, email, firstname, lastname, company, password, lang }
}

const useSetup = ({ known, onEntered }: FormProps) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const send = async (form: HTMLFormElement) => {
    const missing = incomplete(valuesOf(form), known)
    setProblem(missing)
    if (missing || busy) return
    setBusy(true)
    try {
      await backend.setUp?.(answersIn(form))
      // Stays busy: the panel replaces the page once it is loaded.
      onEntered()
    } catch (error) {
      setBusy(false)
      setProblem(failureOf(error, known))
    }
  }
  return { busy, problem, send }
}

const SetupForm = (props: FormProps) => {
  const { own, shared, lang } = props.known
  const { busy, problem, send } = useSetup(props)
  const form = useFocusOn(problem)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget)
  }
  const wrong = (field: string) =>
    problem?.field === field ? { 'aria-invalid': true, 'aria-describedby': PROBLEM } : {}
  const plain = { autoCapitalize: 'none', spellCheck: false, 'aria-required': true } as const
  return (
    <form
      ref={form}
      className="sign-in-form onboarding-form"
      noValidate
      onSubmit={submit}
      onInput={props.onFirstInput}
    >
      <label htmlFor="code">{own.code}</label>
      <input
        id="code"
        name="code"
        {...plain}
        autoComplete="off"
        defaultValue={codeInAddress()}
        aria-describedby="code-help"
        // biome-ignore lint/a11y/noAutofocus: the form is the only content of this page.
        autoFocus
        {...wrong('code')}
      />
      <p id="code-help" className="onboarding-help">
        {own.codeHelp}
      </p>
      <Names facts={{}} texts={shared} wrong={wrong} />
      <label htmlFor="email">{shared.email}</label>
      <input id="email" name="email" type="email" {...plain} autoComplete="username" {...wrong('email')} />
      <NewPassword texts={shared} wrong={wrong} />
      <label htmlFor="company">{own.company}</label>
      <input
        id="company"
        name="company"
        aria-required
        autoComplete="organization"
        maxLength={120}
        aria-describedby="company-help"
        {...wrong('company')}
      />
      <p id="company-help" className="onboarding-help">
        {own.companyHelp}
      </p>
      <label htmlFor="lang">{own.lang}</label>
      {/* Follows the language of the page until another one is chosen. */}
      <select key={lang} id="lang" name="lang" defaultValue={lang}>
        {languages.map(each => (
          <option key={each} value={each} lang={each}>
            {autonymOf(each)}
          </option>
        ))}
      </select>
      <FormEnd id={PROBLEM} problem={problem?.text} busy={busy} label={busy ? own.busy : own.submit} />
    </form>
  )
}

/** Whether the platform waits to be set up; undefined until the server has answered. */
const useIsEmpty = () => {
  const [isEmpty, setEmpty] = useState<boolean>()
  useEffect(() => {
    backend.config().then(
      ({ setup = false }) => setEmpty(setup),
      // The form reports what the server answers.
      () => setEmpty(true),
    )
  }, [])
  return isEmpty
}

type Props = {
  readonly signedIn: boolean
  readonly onFirstInput: () => void
  readonly onEntered: () => void
}

/** The page that creates the first account of a new platform, with the code that its server printed. */
export const Setup = ({ signedIn, ...props }: Props) => {
  const { lang } = useEntrance()
  const known = useTexts(lang)
  const isEmpty = useIsEmpty()
  if (!known || isEmpty === undefined) return <main className="splash" aria-busy="true" />
  const { own, shared } = known
  return (
    <Frame title={own.title} lang={known.lang} words={shared} {...(isEmpty && { lead: own.lead })}>
      {isEmpty ? (
        <SetupForm known={known} {...props} />
      ) : (
        <>
          <p className="sign-in-message onboarding-text" role="status">
            {own.done} {own.doneText}
          </p>
          <a className="sign-in-submit onboarding-action" href={signedIn ? '/home' : '/signin'}>
            {signedIn ? shared.next.home : own.signIn}
          </a>
        </>
      )}
    </Frame>
  )
}
