import { type Store, useStore } from 'react-admin'
import { isLink, type Link } from '~/model/fields'
import type { Actor } from '~/model/grants'
import type { Filters } from '~/model/lists/list-address'
import { inCompany } from '~/model/lists/list-address'
import { resourceOf } from '~/model/registry'
import { mayChooseCompany, useActor, useOwnCompany } from './rights'

/** The key in this tab's session storage; one for each user, since computers may be shared. */
export const companyKey = (uid: string) => `${uid}.company`

const forActor = (actor: Actor, stored: unknown): Link | undefined =>
  mayChooseCompany(actor) && isLink(stored) ? stored : undefined

/** The chosen company, read before the panel is rendered. */
export const storedCompany = (store: Store, actor: Actor) =>
  forActor(actor, store.getItem(companyKey(actor.uid)))

/** The company that root or a partner has limited all lists to; undefined: all companies. */
export const useChosenCompany = () => {
  const actor = useActor()
  const [stored] = useStore<unknown>(companyKey(actor.uid))
  return forActor(actor, stored)
}

/** The company of new records: the chosen one, else the user's own. */
export const useStartingCompany = () => {
  const own = useOwnCompany()
  return useChosenCompany() ?? own
}

/**
 * Limits the choice of a record to the chosen company; undefined if nothing does. Companies and people are not limited:
 * a person who acts in a company may belong to another one.
 */
export const useChoiceFilter = (target: string | undefined, own?: Filters): Filters | undefined => {
  const chosen = useChosenCompany()
  if (!chosen || !target) return own
  const resource = resourceOf(target)
  if (resource.company === 'uid' || resource.user === 'uid') return own
  const filter = { ...inCompany(resource, chosen.ref, own), ...own }
  return Object.keys(filter).length > 0 ? filter : undefined
}
