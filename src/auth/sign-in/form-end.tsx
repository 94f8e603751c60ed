import type { ReactNode } from 'react'

type Props = {
  /** The id by which the invalid field refers to its description. */
  readonly id: string
  readonly problem: string | undefined
  readonly busy: boolean
  /** The current label: the action, or that it is in progress. */
  readonly label: string
  readonly children?: ReactNode
}

/** The end of these forms: the problem, then the button, which stays focusable while busy. */
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
