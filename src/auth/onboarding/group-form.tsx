import { useState } from 'react'
import { filled } from './texts'
import { type LinkProps, useCompletion } from './use-completion'

const Joined = ({ facts, texts, signedIn }: LinkProps) => (
  <>
    <p className="sign-in-message" role="status">
      {filled(texts.group.done, { group: facts.group })} {!facts.known && texts.group.unknown}
      {facts.known && !signedIn && texts.group.known}
    </p>
    {facts.known && (
      <a className="sign-in-submit onboarding-action" href={signedIn ? '/home' : '/signin'}>
        {signedIn ? texts.next.home : texts.next.signIn}
      </a>
    )}
  </>
)

/** Joins the group to which a guest is invited: the link identifies the user. */
export const GroupForm = (props: LinkProps) => {
  const { facts, texts } = props
  const [joined, setJoined] = useState(false)
  const { busy, problem, send } = useCompletion(props, () => setJoined(true))
  if (joined) return <Joined {...props} />
  return (
    <>
      <p className="onboarding-text">{filled(texts.group.lead, facts)}</p>
      <p className="sign-in-problem" role="alert">
        {problem?.text}
      </p>
      <button
        type="button"
        className="sign-in-submit"
        aria-disabled={busy}
        data-busy={busy}
        onClick={() => !busy && send({})}
      >
        {busy ? texts.group.busy : texts.group.submit}
      </button>
    </>
  )
}
