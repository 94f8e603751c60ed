import type { Resource } from '~/model/define'
import { canEver, type Grant } from '~/model/grants'
import { useActor } from '~/src/admin/actor'

/** The names of what the user can do to many records; nothing while the panel is seen as somebody else. */
export const useBulkActions = ({ bulk = {}, grants, actions }: Resource) => {
  const { role, viewed } = useActor()
  const granted: Readonly<Record<string, Grant | undefined>> = grants
  if (viewed) return []
  return Object.entries(bulk).flatMap(([name, { act }]) =>
    canEver(granted[act] ?? actions?.[act]?.grant, role) ? [name] : [],
  )
}
