import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { usePermissions } from 'react-admin'
import type { Link } from '~/model/fields'
import type { Actor } from '~/model/grants'
import { uidOf } from '~/model/refs'
import type { Me } from '~/src/api/backend'

/** The signed-in user as the actor of the model's rules. */
export const actorOf = ({
  uid,
  role,
  company,
  reach,
  profile,
}: Pick<Me, 'uid' | 'role' | 'company' | 'reach'> & Partial<Pick<Me, 'profile'>>): Actor => ({
  uid,
  role,
  company: company ? uidOf(company.ref) : null,
  managed: reach.managed.map(uidOf),
  open: reach.open.map(uidOf),
  licensed: reach.licensed === true,
  ...(profile?.viewedUntil ? { viewed: true } : {}),
})

type Known = { readonly actor: Actor; readonly company: Link | null }

const ActorContext = createContext<Known | null>(null)

/** Waits for react-admin's permissions, the signed-in user: no button is shown or disabled by mistake. */
export const WithActor = ({ children }: { children: ReactNode }) => {
  const { permissions } = usePermissions<Me | null>()
  const known = useMemo(
    () => (permissions ? { actor: actorOf(permissions), company: permissions.company } : null),
    [permissions],
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
