import type { Resource } from './define'
import { ApiError } from './errors'

/**
 * Refuses a change of state that the definition does not allow.
 * @throws ApiError 409 `state`, with the states in `params`
 */
export const checkTransition = (resource: Resource, from: unknown, to: unknown) => {
  const { states } = resource
  if (!states || to === undefined || from === to) return
  if (!states.transitions[String(from)]?.includes(String(to)))
    throw new ApiError('state', `${resource.name}: ${String(from)} cannot become ${String(to)}`, {
      params: { from: String(from), to: String(to) },
    })
}

/** Does the record stand in one of these states? */
export const isInState = (
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  when: readonly string[] | undefined,
) => !when || !resource.states || when.includes(String(record[resource.states.field]))

/** Does the record stand where this action needs it? */
export const isAvailableFor = (
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  { when, enabledBy }: { readonly when?: readonly string[]; readonly enabledBy?: string },
) => isInState(resource, record, when) && (enabledBy === undefined || record[enabledBy] === true)
