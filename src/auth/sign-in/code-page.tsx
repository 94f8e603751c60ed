import { backend } from '~/src/api/chosen-backend'
import { leave } from '~/src/api/session'
import { useEntrance, useEntranceTexts } from '~/src/auth/language'
import { CodeForm } from './code-form'
import { Frame } from './frame'

const nothing = { email: '', password: '' }

const prove = async ({ code = '' }: { readonly code?: string }) =>
  (await backend.secondFactor?.())?.prove(code)

const signOut = () => void backend.signOut().then(() => leave())

/** Asks for the code of the second factor after a sign-in that another service has checked, then opens the panel. */
export const CodePage = () => {
  const { lang } = useEntrance()
  const { factor, signIn } = useEntranceTexts()
  return (
    <Frame title={factor.title} lang={lang} words={signIn} lead={factor.lead}>
      <CodeForm signIn={prove} credentials={nothing} onSignedIn={() => location.reload()} onBack={signOut} />
    </Frame>
  )
}
