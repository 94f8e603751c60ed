import type { Resource } from './define'
import { ApiError } from './errors'
import { choice, date } from './fields'

/** Fields of resources that are created in the background and deleted with a delay: medias, environments, versions. */
export const delayedFields = {
  status: choice(['pending', 'completed', 'deletable'], {
    readOnly: true,
    default: 'pending',
    filter: true,
    sort: true,
    format: 'status',
  }),
  deletableAt: date({ readOnly: true, filter: true }),
} as const

/** A deletable record is restored to its previous status. */
export const delayedStates = {
  field: 'status',
  initial: 'pending',
  transitions: {
    pending: ['completed', 'deletable'],
    completed: ['deletable', 'pending'],
    deletable: ['completed', 'pending'],
  },
} as const

export const restoring = {
  restore: { method: 'PATCH', grant: { root: 'all' }, when: ['deletable'], confirm: true },
} as const

/**
 * Refuses a state transition that the definition does not allow.
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

/** Whether the record is in one of these states. */
export const isInState = (
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  when: readonly string[] | undefined,
) => !when || !resource.states || when.includes(String(record[resource.states.field]))

/** The state of a record that was deleted and is kept, by the kind of removal. */
export const removedState = { delayed: 'deletable', soft: 'deleted', final: null } as const

/** Already deleted: waiting to be swept, or kept as a soft-deleted record. */
export const isRemoved = ({ removal, states }: Resource, record: Readonly<Record<string, unknown>>) =>
  removal !== undefined && states !== undefined && record[states.field] === removedState[removal]

/** Marked as deleted, permanently or until it is restored from the trash: it accepts no other change. */
export const isDeleted = (resource: Resource, record: Readonly<Record<string, unknown>>) =>
  resource.removal === 'soft' && isRemoved(resource, record)

/** Whether the action is available in the current state of the record. */
export const isAvailableFor = (
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  { when, enabledBy }: { readonly when?: readonly string[]; readonly enabledBy?: string },
) => isInState(resource, record, when) && (enabledBy === undefined || record[enabledBy] === true)
