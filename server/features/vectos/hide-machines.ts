import { asObject } from '~/model/objects'
import type { Flat } from '~/server/platform/database/flat'
import type { Reader } from '~/server/records/hooks'

/** Customers learn when each step began; the host and its system are the provider's business. */
export const hideMachines = (record: Flat, { role }: Reader): Flat => {
  if (role === 'root' || !record.events) return record
  const steps = Object.entries(asObject(record.events))
  const hidden = steps.map(([at, step]) => [at, { ...asObject(step), worker: '', os: '' }])
  return { ...record, events: Object.fromEntries(hidden) }
}
