import type { Resource } from './define'
import { type Actor, isRole, ranksAbove } from './grants'

type Row = Readonly<Record<string, unknown>>

/** Whether the record's role ranks above the actor's, who then neither sees nor changes it (specification §4). */
export const isOutranked = (resource: Resource, actor: Actor, record: Row) => {
  const role = resource.ranked && record[resource.ranked]
  return isRole(role) && ranksAbove(role, actor.role)
}

/** Whether the record is the actor's own account, which they cannot delete. */
export const isOwnAccount = ({ user }: Resource, { uid }: Actor, record: Row) =>
  user === 'uid' && record.uid === uid
