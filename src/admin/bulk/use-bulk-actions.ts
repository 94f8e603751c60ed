import type { Resource } from '~/model/define'
import { canEver, type Grant } from '~/model/grants'
import { useActor } from '~/src/admin/actor'

/** The names of what the user can do to many records. */
export const useBulkActions = ({ bulk = {}, grants, actions }: Resource) => {
  const { role } = useActor()
  const granted: Readonly<Record<string, Grant | undefined>> = grants
  return Object.entries(bulk).flatMap(([name, { act }]) =>
    canEver(granted[act] ?? actions?.[act]?.grant, role) ? [name] : [],
  )
}
