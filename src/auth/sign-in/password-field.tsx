import { type ComponentProps, useState } from 'react'
import { signIn as texts } from '~/i18n/en/sign-in'

const Eye = ({ crossed }: { crossed: boolean }) => (
  <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {crossed && <path d="m4 4 16 16" />}
    </g>
  </svg>
)

type Props = ComponentProps<'input'> & {
  readonly words?: { readonly password: string; readonly showPassword: string; readonly hidePassword: string }
}

export const PasswordField = ({ words = texts, id = 'password', ...props }: Props) => {
  const [shown, setShown] = useState(false)
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
