import type { Resource } from './define'
import { companies } from './resources/companies'
import { events } from './resources/events'
import { medias } from './resources/medias'
import { users } from './resources/users'

/** Every entity of the product; the one line that a new one adds. */
export const registry = { companies, users, medias, events } as const

export type ResourceName = keyof typeof registry

export const resourceNames = Object.keys(registry) as ResourceName[]

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(registry, name)

/** The definition by name, in its general shape. */
export const resourceOf = (name: string): Resource => {
  if (!isResourceName(name)) throw new Error(`There is no resource '${name}': see model/registry.ts`)
  return registry[name]
}

type SlotValues<S> = S extends string
  ? S
  : S extends object
    ? { [K in keyof S]: SlotValues<S[K]> }[keyof S]
    : never

/** The names of all bespoke components that definitions ask for: the panel must have each. */
export type SlotName = {
  [N in ResourceName]: (typeof registry)[N] extends { slots?: infer S } ? SlotValues<S> : never
}[ResourceName]
