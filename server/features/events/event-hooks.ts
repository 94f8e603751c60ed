import { canRead } from '~/model/access'
import type { Role } from '~/model/grants'
import { asObject, isObject } from '~/model/objects'
import type { HistoryEvent } from '~/model/record-of'
import { type events, isResourceName, resourceOf } from '~/model/registry'
import type { Hooks } from '~/server/records/context'

/** Limits a record's history to the fields of the record that the role may read. */
const readableArgs = ({ type, args }: HistoryEvent, role: Role): unknown => {
  const { changes } = asObject(args)
  const name = String(type)
  if (!isObject(changes) || !isResourceName(name)) return args
  const { fields } = resourceOf(name)
  const seen = Object.entries(changes).filter(([key]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    // A change holds names without roles: those that may be of users above the reader are root's to read.
    return field !== undefined && canRead(field, role) && (!field.namelessAbove || role === 'root')
  })
  return { ...asObject(args), changes: Object.fromEntries(seen) }
}

/** Events that were written before they had a label name their record in `args`; a download's names its file. */
const nameOf = ({ label, event, args }: HistoryEvent) => {
  const { label: named } = asObject(args)
  return label ?? (event !== 'download' && typeof named === 'string' ? named : null)
}

export const eventHooks: Hooks<typeof events> = {
  present: (record, { role }) => ({ ...record, label: nameOf(record), args: readableArgs(record, role) }),
}
