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
