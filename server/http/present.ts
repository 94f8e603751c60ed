import type { Resource } from '~/model/define'
import { canRead } from '~/model/query'
import type { Role } from '~/model/roles'
import { type Flat, nest } from '../db/flat'
import { hooksOf } from '../resources/registry'
import type { Services } from '../services'

const readable = new Map<string, readonly string[]>()

/** The fields a role may read, worked out once. */
const readableFields = (resource: Resource, role: Role): readonly string[] => {
  const name = `${resource.name} ${role}`
  const known =
    readable.get(name) ??
    Object.entries(resource.fields).flatMap(([key, field]) => (canRead(field, role) ? [key] : []))
  readable.set(name, known)
  return known
}

/** A record as this role may see it. */
export const present = (services: Services, resource: Resource, role: Role, record: Flat) => {
  const shown = hooksOf(resource.name).present?.(services, record) ?? record
  const seen: Record<string, unknown> = { uid: shown.uid }
  for (const key of readableFields(resource, role)) if (shown[key] !== undefined) seen[key] = shown[key]
  return nest(seen)
}
