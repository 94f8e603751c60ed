import type { Resource } from './define'
import { keysOf } from './objects'
import { type Named, readRef } from './refs'
import { companies } from './resources/companies'
import { deliveries } from './resources/deliveries'
import { downloads } from './resources/downloads'
import { environments } from './resources/environments'
import { eventsOf } from './resources/events'
import { groups } from './resources/groups'
import { guests } from './resources/guests'
import { mails } from './resources/mails'
import { medias } from './resources/medias'
import { notifications } from './resources/notifications'
import { publicLinks } from './resources/public-links'
import { purchases } from './resources/purchases'
import { securityEvents } from './resources/security-events'
import { sessions } from './resources/sessions'
import { shares } from './resources/shares'
import { templates } from './resources/templates'
import { tokens } from './resources/tokens'
import { trash } from './resources/trash'
import { users } from './resources/users'
import { vectos } from './resources/vectos'
import { versions } from './resources/versions'
import { videos } from './resources/videos'
import { viewings } from './resources/viewings'
import { views } from './resources/views'
import { webhooks } from './resources/webhooks'

/** All resources but the history of the others. A new one adds a line here. */
const declared = {
  companies,
  groups,
  purchases,
  users,
  guests,
  sessions,
  environments,
  versions,
  videos,
  vectos,
  medias,
  shares,
  downloads,
  templates,
  mails,
  security_events: securityEvents,
  tokens,
  webhooks,
  deliveries,
  trash,
  views,
  viewings,
  notifications,
  public_links: publicLinks,
} as const

/** Resources whose changes the history records. */
export const eventTypes = keysOf(declared).filter(name => !('withoutHistory' in declared[name]))

export const events = eventsOf(eventTypes)

export const registry = { ...declared, events }

export type ResourceName = keyof typeof registry

export const resourceNames = keysOf(registry)

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(registry, name)

/** Whether a resource is only for a user's own session, and closed to API tokens, views as another user and exports. */
export const isConfidential = (name: string) => isResourceName(name) && resourceOf(name).confidential === true

/** The definition of this name. */
export const resourceOf = (name: string): Resource => {
  if (!isResourceName(name)) throw new Error(`There is no resource '${name}': see model/registry.ts`)
  return registry[name]
}

/** Resolves a reference such as `videos/abc/vectos/def`. */
export const resolveRef = (ref: string): (Named & { readonly resource: Resource }) | undefined => {
  for (const name of resourceNames) {
    const named = readRef(registry[name], ref)
    if (named) return { resource: registry[name], ...named }
  }
  return undefined
}

type SlotValues<S> = S extends string
  ? S
  : S extends object
    ? { [K in keyof S]: SlotValues<S[K]> }[keyof S]
    : never

/** Names of all slots in definitions. The panel must provide a component for each. */
export type SlotName = {
  [N in ResourceName]: (typeof registry)[N] extends { slots?: infer S } ? SlotValues<S> : never
}[ResourceName]
