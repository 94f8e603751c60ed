import { useCallback, useEffect, useState } from 'react'
import type { Language } from '~/model/languages'
import { isLinkType, type KeyLink, type LinkAnswers, type LinkFacts, type LinkType } from '~/model/onboarding'
import type { Backend } from '~/src/api/backend'
import { localStore } from '~/src/api/browser-storage'
import { backend } from '~/src/api/chosen-backend'
import { decoded } from '~/src/api/decoded'
import { clearUserData } from '~/src/api/session'
import { browserLanguage, filled } from '~/src/ui/language-files'
import {
  failureIn,
  failureText,
  type LinkProps,
  loadTexts,
  problemOf,
  type Texts,
  useCompletion,
} from './completion'
import './onboarding.css'
import { chosenLanguage } from '~/src/auth/language'
import { Frame } from '~/src/auth/sign-in/frame'
import { AccountForm } from './account-form'

/** Warns that a session is open in this browser: it would be mistaken for the one that the link creates. */
const AlreadySignedIn = ({ texts: { signedIn } }: { texts: Texts }) => {
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    await backend.signOut()
    clearUserData()
    location.reload()
  }
  return (
    <>
      <p className="sign-in-message onboarding-text" role="status">
        {signedIn.title}. {signedIn.text}
      </p>
      <button
        type="button"
        className="sign-in-submit"
        aria-disabled={busy}
        onClick={() => !busy && signOut()}
      >
        {signedIn.signOut}
      </button>
      <a className="sign-in-submit onboarding-action quiet" href="/home">
        {signedIn.stay}
      </a>
    </>
  )
}

/** The storage key of dismissed banners, shared with the panel's own (src/ui/info-banner.tsx). */
const KEY = 'vecto.store.preferences.banners.onboarding'

/** A help banner, which stays hidden once it is dismissed. */
const Banner = ({ texts }: { texts: Texts }) => {
  const [dismissed, setDismissed] = useState(() => localStore.get(KEY) === 'true')
  const close = () => {
    localStore.set(KEY, 'true')
    setDismissed(true)
  }
  if (dismissed) return null
  return (
    <div className="onboarding-banner" role="note">
      <p>{texts.banner}</p>
      <button type="button" aria-label={texts.closeBanner} onClick={close}>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
          <path d="m2 2 10 10M12 2 2 12" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  )
}

/** Characters that other programs append to a URL in a text: the end of a sentence, a bracket, a quote. */
const punctuation = /[^\w-]+$/

/** The link in a path: `/onboarding/<uid>-<key>` invites; `/onboarding/<type>/<hash>` names its type. */
export const linkIn = (pathname: string): KeyLink => {
  const [, , first = '', second] = pathname.split('/').map(part => decoded(part).replace(punctuation, ''))
  return second ? { type: first, hash: second } : { type: 'invite', hash: first }
}

type RefusalProps = {
  readonly type: LinkType
  readonly error: unknown
  readonly texts: Texts
  readonly onRetry: () => void
}

/** Reports that the link is not usable: the reason, and the next step. */
const Refusal = ({ type, error, texts, onRetry }: RefusalProps) => {
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

export type Known = {
  readonly texts: Texts
  readonly lang: Language
  readonly type: LinkType
  readonly facts?: LinkFacts
  readonly error?: unknown
}

const read = async (link: KeyLink, backend: Pick<Backend, 'onboarding'>): Promise<Known> => {
  const chosen = chosenLanguage()
  const mine = chosen ?? browserLanguage()
  // A link of unknown type is refused like an invitation.
  const type = isLinkType(link.type) ? link.type : 'invite'
  try {
    const facts = await (await backend.onboarding()).read(link)
    const lang = chosen ?? facts.lang ?? mine
    return { texts: await loadTexts(lang), lang, type, facts }
  } catch (error) {
    return { texts: await loadTexts(mine), lang: mine, type, error }
  }
}

/** The user of a link, and the page's texts in their language; until it is known, in the browser's. */
const useLink = (link: KeyLink, backend: Pick<Backend, 'onboarding'>) => {
  const [known, setKnown] = useState<Known>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again; the link is the address.
  useEffect(() => {
    let current = true
    read(link, backend).then(found => current && setKnown(found))
    return () => {
      current = false
    }
  }, [attempt])
  const refuse = useCallback((error: unknown) => setKnown(before => before && { ...before, error }), [])
  const speak = async (lang: Language) => {
    const texts = await loadTexts(lang)
    setKnown(before => before && { ...before, lang, texts })
  }
  return { known, refuse, speak, retry: () => setAttempt(attempt + 1) }
}

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
const GroupForm = (props: LinkProps) => {
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

type Props = {
  readonly signedIn: boolean
  readonly onFirstInput: () => void
  readonly onEntered: () => void
}

/** The e-mail and the company of the account. */
const Facts = ({ facts: { company, email }, texts }: { facts: LinkFacts; texts: Texts }) => {
  const lines = [
    [texts.email, email],
    [texts.company, company],
  ].filter(([, value]) => value)
  if (lines.length === 0) return null
  return (
    <dl className="onboarding-facts">
      {lines.map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label}:`}>{value}</dd>])}
    </dl>
  )
}

/** The page of e-mailed links: an invited user's account, a new password, a group. */
export const Onboarding = (props: Props) => {
  const [link] = useState(() => linkIn(location.pathname))
  const { known, refuse, speak, retry } = useLink(link, backend)
  if (!known) return <main className="splash" aria-busy="true" />
  const { texts, lang, type, facts, error } = known
  const complete = async (answers: LinkAnswers) => (await backend.onboarding()).complete(link, answers)
  const isGroup = type === 'group'
  const blocked = props.signedIn && !isGroup
  const page = () => {
    if (error !== undefined || !facts)
      return <Refusal type={type} error={error} texts={texts} onRetry={retry} />
    if (blocked) return <AlreadySignedIn texts={texts} />
    const Form = isGroup ? GroupForm : AccountForm
    return <Form {...props} facts={facts} texts={texts} complete={complete} onRefused={refuse} />
  }
  const lead = isGroup || error !== undefined ? undefined : texts[type].lead
  return (
    <Frame
      title={texts[type].title}
      lang={lang}
      words={texts}
      lead={lead}
      // Without a connection, the texts stay as they are.
      onLanguage={chosen => void speak(chosen).catch(() => undefined)}
    >
      {type === 'invite' && facts && error === undefined && !blocked && <Banner texts={texts} />}
      {facts && error === undefined && !blocked && <Facts facts={facts} texts={texts} />}
      {page()}
    </Frame>
  )
}
