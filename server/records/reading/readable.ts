import type { Resource } from '~/model/define'
import type { Role } from '~/model/roles'
import type { Flat } from '~/server/platform/database/flat'
import { compiled } from './compiled'

/** Removes the fields that this role may not read. */
export const readable = (resource: Resource, role: Role, record: Flat): Flat => {
  const seen: Flat = { uid: record.uid }
  for (const key of compiled(resource).readable[role]) if (record[key] !== undefined) seen[key] = record[key]
  return seen
}
