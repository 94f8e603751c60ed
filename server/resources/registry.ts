import type { ResourceName } from '~/model/registry'
import type { Hooks } from '../records/hooks'
import { companyHooks } from './companies'
import { downloadHooks } from './downloads'
import { environmentHooks, versionHooks } from './environments'
import { eventHooks } from './events'
import { groupHooks } from './groups'
import { guestHooks } from './guests'
import { mailHooks } from './mails'
import { mediaHooks } from './medias'
import { purchaseHooks } from './purchases'
import { sessionHooks } from './sessions'
import { templateHooks } from './templates'
import { userHooks } from './users'
import { vectoHooks } from './vectos'
import { videoHooks } from './videos'

/** What resources do beyond their declaration; most need nothing here. */
const hooks: { readonly [N in ResourceName]?: Hooks } = {
  companies: companyHooks,
  downloads: downloadHooks,
  environments: environmentHooks,
  events: eventHooks,
  groups: groupHooks,
  guests: guestHooks,
  mails: mailHooks,
  medias: mediaHooks,
  purchases: purchaseHooks,
  sessions: sessionHooks,
  templates: templateHooks,
  users: userHooks,
  vectos: vectoHooks,
  versions: versionHooks,
  videos: videoHooks,
}

export const hooksOf = (name: string): Hooks => hooks[name as ResourceName] ?? {}
