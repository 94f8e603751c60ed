import { operationOf } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { canEver, type Grant } from '~/model/grants'
import { useActor } from '~/src/admin/actor'
import { useAdminConfig } from '~/src/admin/admin-config'

/** The names of what the user can do to many records; none where the backend changes them one by one. */
export const useBulkActions = ({ bulk = {}, grants, actions }: Resource) => {
  const { role } = useActor()
  const { changesMany } = useAdminConfig()
  const granted: Readonly<Record<string, Grant | undefined>> = grants
  return Object.entries(changesMany ? bulk : {}).flatMap(([name, each]) => {
    const operation = operationOf(each)
    return canEver(granted[operation] ?? actions?.[operation]?.grant, role) ? [name] : []
  })
}
