import type { LinkType } from '~/model/onboarding'
import { failureIn, failureText, problemOf } from './problems'
import type { Texts } from './texts'

type Props = {
  readonly type: LinkType
  readonly error: unknown
  readonly texts: Texts
  readonly onRetry: () => void
}

/** The link is not usable: what happened, and what to do next. */
export const Refusal = ({ type, error, texts, onRetry }: Props) => {
  const failure = failureIn(error, texts)
  const { next } = texts
  const signIn = (
    <a className={`sign-in-submit onboarding-action ${type === 'reset' ? 'quiet' : ''}`} href="/signin">
      {next.signIn}
    </a>
  )
  if (!failure)
    return (
      <>
        <p className="sign-in-problem onboarding-text" role="alert">
          {problemOf(error, texts).text}
        </p>
        <button type="button" className="sign-in-submit" onClick={onRetry}>
          {next.again}
        </button>
      </>
    )
  return (
    <>
      <p className="sign-in-problem onboarding-text" role="alert">
        {failureText(failure, error, texts)}
      </p>
      {failure !== 'OB3' && <p>{next[type]}</p>}
      {type === 'reset' && (
        <a className="sign-in-submit onboarding-action" href="/pw-forget">
          {next.forgot}
        </a>
      )}
      {signIn}
    </>
  )
}
