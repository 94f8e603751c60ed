import type { Resource } from '~/model/define'
import { canRead } from '~/model/query'
import type { Role } from '~/model/roles'
import type { Flat } from '~/server/platform/database/flat'

const known = new Map<string, readonly string[]>()

/** The fields that a role may read, cached. */
const fieldsFor = (resource: Resource, role: Role): readonly string[] => {
  const name = `${resource.name} ${role}`
  const fields =
    known.get(name) ??
    Object.entries(resource.fields).flatMap(([key, field]) => (canRead(field, role) ? [key] : []))
  known.set(name, fields)
  return fields
}

/** Removes the fields that this role may not read. */
export const readable = (resource: Resource, role: Role, record: Flat): Flat => {
  const seen: Flat = { uid: record.uid }
  for (const key of fieldsFor(resource, role)) if (record[key] !== undefined) seen[key] = record[key]
  return seen
}
