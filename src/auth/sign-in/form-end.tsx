import type { ReactNode } from 'react'

type Props = {
  /** By which the wrong field says what describes it. */
  readonly id: string
  readonly problem: string | undefined
  readonly busy: boolean
  /** As it is now: what it does, or that it is doing it. */
  readonly label: string
  readonly children?: ReactNode
}

/** How the forms of these pages end: what is wrong, then the one button, which stays where it can be heard. */
export const FormEnd = ({ id, problem, busy, label, children }: Props) => (
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
