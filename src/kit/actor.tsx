import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useGetIdentity } from 'react-admin'
import { uidOf } from '~/model/access'
import type { Actor } from '~/model/grants'
import type { Link, Me } from '~/src/backends/backend'

/** The signed-in user as the model's rules know them. */
export const actorOf = ({ uid, role, company, reach }: Pick<Me, 'uid' | 'role' | 'company' | 'reach'>): Actor => ({
  uid,
  role,
  company: company ? uidOf(company.ref) : null,
  managed: reach.managed.map(uidOf),
  open: reach.open.map(uidOf),
  licensed: reach.licensed === true,
})

type Known = { readonly actor: Actor; readonly company: Link | null }

const ActorContext = createContext<Known | null>(null)

const isMe = (identity: unknown): identity is Me =>
  typeof identity === 'object' && identity !== null && 'reach' in identity && 'role' in identity

/** Waits for the identity, so that no button shows, or is refused, by mistake. */
export const WithActor = ({ children }: { children: ReactNode }) => {
  const { data } = useGetIdentity()
  const known = useMemo(
    () => (isMe(data) ? { actor: actorOf(data), company: data.company } : null),
    [data],
  )
  return known && <ActorContext value={known}>{children}</ActorContext>
}

const useKnown = () => {
  const known = useContext(ActorContext)
  if (!known) throw new Error('Put <WithActor> around this component')
  return known
}

export const useActor = () => useKnown().actor

/** The actor's own company, with its name. */
export const useOwnCompany = () => useKnown().company
