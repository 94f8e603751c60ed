import { useListContext } from 'react-admin'
import type { BulkAction } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { canEver, type Grant } from '~/model/grants'
import { useActor } from '~/src/admin/actor'

/** Does the list show any state that the action needs? A tab of invited users has nobody to suspend. */
const fitsStates = ({ actions, states }: Resource, { act, when }: BulkAction, shown: unknown) => {
  const needed = when ?? actions?.[act]?.when
  if (!needed || !states || shown === undefined) return true
  return [shown].flat().some(state => needed.some(each => each === state))
}

/** The names of what the user can do to many records of a list; nothing while the panel is seen as somebody else. */
export const useBulkActions = (resource: Resource) => {
  const { bulk = {}, grants, actions, states } = resource
  const { role, viewed } = useActor()
  const { filter } = useListContext()
  const granted: Readonly<Record<string, Grant | undefined>> = grants
  if (viewed) return []
  const shown: unknown = filter?.[states?.field ?? '']
  return Object.entries(bulk).flatMap(([name, action]) =>
    canEver(granted[action.act] ?? actions?.[action.act]?.grant, role) && fitsStates(resource, action, shown)
      ? [name]
      : [],
  )
}
