import { pathsFor, type Resource } from '~/model/define'
import { readablePaths } from '~/model/lists/readable-paths'
import { useActor } from '~/src/admin/actor'

/** Chosen columns and their order are persisted: the store keeps the keys that begin with `preferences.`. */
export const tableKey = (resource: string) => `preferences.${resource}.datatable`

/** All columns that the user may choose from, in the order of the definition. */
export const useColumns = (resource: Resource) => {
  const { role } = useActor()
  const shown = pathsFor(resource.list.columns, role)
  return readablePaths(resource, [...shown, ...(resource.list.hidden ?? [])], role)
}
