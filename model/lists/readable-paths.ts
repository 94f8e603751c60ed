import { type Limited, pathsFor, type Resource } from '../define'
import type { Role } from '../roles'
import { canRead } from './query'

/** The given fields in order, without those that the role may not read. */
export const readablePaths = (resource: Resource, limited: readonly Limited<string>[], role: Role) =>
  pathsFor(limited, role).filter(path => {
    const field = resource.fields[path]
    return !field || canRead(field, role)
  })
