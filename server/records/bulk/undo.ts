import type { BulkAction } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { trashUid } from '~/model/resources/trash'
import type { Services } from '~/server/records/services'
import { trashDaysOf } from '~/server/records/trash/put-in-trash'
import type { BulkAnswer } from './bulk-schemas'

/** A record that was changed. */
export type Done = {
  readonly uid: string
  /** The values that its list field got or lost, if that is what was changed. */
  readonly changed: readonly string[] | undefined
}

const changedAlike = (done: readonly Done[]) => {
  const groups = new Map<string, Done[]>()
  for (const each of done) {
    const key = JSON.stringify(each.changed ?? [])
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()]
}

/** What undoes a run, which leaves each record what it had before; nothing where there is no way back. */
export const undoOf = (
  services: Pick<Services, 'config'>,
  resource: Resource,
  { act, undo: action }: BulkAction,
  done: readonly Done[],
): BulkAnswer['undo'] => {
  if (done.length === 0) return []
  if (action)
    return changedAlike(done).map(alike => {
      const changed = alike[0]?.changed
      return {
        resource: resource.name,
        action,
        uids: alike.map(({ uid }) => uid),
        ...(changed && { values: [...changed] }),
      }
    })
  if (act !== 'delete' || trashDaysOf(services, resource) === 0) return []
  return [{ resource: 'trash', action: 'restore', uids: done.map(({ uid }) => trashUid(resource.name, uid)) }]
}
