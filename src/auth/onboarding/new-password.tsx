import { useRef, useState } from 'react'
import { PasswordField } from '~/src/auth/sign-in/password-field'
import type { Texts } from './texts'

type Props = {
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
export const NewPassword = ({ texts, wrong }: Props) => {
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
