import type { ResourceName } from '~/model/registry'
import type { Hooks } from '../records/hooks'
import { companyHooks } from './companies'
import { mediaHooks } from './medias'
import { userHooks } from './users'

/** What resources do beyond their declaration; most need nothing here. */
const hooks: { readonly [N in ResourceName]?: Hooks } = {
  companies: companyHooks,
  medias: mediaHooks,
  users: userHooks,
}

export const hooksOf = (name: string): Hooks => hooks[name as ResourceName] ?? {}
