import type { Resource } from '~/model/define'
import { canRead } from '~/model/query'
import type { Role } from '~/model/roles'
import { type Flat, nest } from '../db/flat'
import { hooksOf } from '../resources/registry'
import type { Services } from '../services'

/** A record as this role may see it. */
export const present = (services: Services, resource: Resource, role: Role, record: Flat) => {
  const shown = hooksOf(resource.name).present?.(services, record) ?? record
  const readable = Object.entries(shown).filter(([key]) => {
    const field = resource.fields[key]
    return key === 'uid' || (field !== undefined && canRead(field, role))
  })
  return nest(Object.fromEntries(readable))
}
