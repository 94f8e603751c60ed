import type { Resource } from '~/model/define'
import { canRead } from '~/model/lists/query'
import { fromKeys } from '~/model/objects'
import { oncePer } from '~/model/once-per'
import { type Role, roles } from '~/model/roles'
import type { Flat } from '~/server/platform/database/flat'

/** The fields that each role may read. */
const fieldsByRole = oncePer(({ fields }: Resource) =>
  fromKeys(roles, role => Object.keys(fields).filter(key => fields[key] && canRead(fields[key], role))),
)

/** Removes the fields that this role may not read. */
export const readable = (resource: Resource, role: Role, record: Flat): Flat => {
  const seen: Flat = { uid: record.uid }
  for (const key of fieldsByRole(resource)[role]) if (record[key] !== undefined) seen[key] = record[key]
  return seen
}
