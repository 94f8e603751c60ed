import './onboarding.css'
import { useState } from 'react'
import type { LinkAnswers, LinkFacts } from '~/model/onboarding'
import { backend } from '~/src/api/chosen-backend'
import { Frame } from '~/src/auth/sign-in/frame'
import { AccountForm } from './account-form'
import { AlreadySignedIn } from './already-signed-in'
import { Banner } from './banner'
import { GroupForm } from './group-form'
import { linkIn } from './link-address'
import { Refusal } from './refusal'
import type { Texts } from './texts'
import { useLink } from './use-link'

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
  const { known, refuse, retry } = useLink(link, backend)
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
    <Frame title={texts[type].title} lang={lang} words={texts} lead={lead}>
      {type === 'invite' && facts && error === undefined && !blocked && <Banner texts={texts} />}
      {facts && error === undefined && !blocked && <Facts facts={facts} texts={texts} />}
      {page()}
    </Frame>
  )
}
