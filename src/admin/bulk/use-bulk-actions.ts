import { useListContext } from 'react-admin'
import type { BulkAction } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { canEver, type Grant } from '~/model/grants'
import { useActor } from '~/src/admin/actor'

/** Does the list show any state that the action needs? A tab of invited users has nobody to suspend; what is deleted stays so. */
const fitsStates = ({ actions, states, removal }: Resource, { act, when }: BulkAction, shown: unknown) => {
  if (!states || shown === undefined) return true
  const needed = when ?? actions?.[act]?.when
  const fits = (state: unknown) =>
    needed ? needed.some(each => each === state) : !(removal === 'soft' && state === 'deleted')
  return [shown].flat().some(fits)
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
