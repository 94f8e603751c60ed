import type { Resource } from '~/model/define'
import type { Role } from '~/model/roles'
import { type Flat, nest } from '../db/flat'
import { readable } from '../records/readable'
import { hooksOf } from '../resources/registry'
import type { Services } from '../services'

/** A record as this role may see it. */
export const present = (services: Services, resource: Resource, role: Role, record: Flat) =>
  nest(readable(resource, role, hooksOf(resource.name).present?.(services, record) ?? record))
