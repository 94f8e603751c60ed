import { allows } from './access'
import type { Actor } from './grants'
import { users } from './resources/users'
import { isRole, ranksAbove } from './roles'
import { tokenCovers } from './token-access'

/** Minutes for which one sees the panel as another user. */
export const viewMinutes = 30

/** May the actor see the panel as this user? Those may who can change the user, from a rank above; root, as anybody. */
export const mayViewAs = (actor: Actor, user: Readonly<Record<string, unknown>>) =>
  !actor.viewed &&
  user.uid !== actor.uid &&
  user.status === 'active' &&
  isRole(user.role) &&
  (actor.role === 'root' || ranksAbove(actor.role, user.role)) &&
  allows(users, 'update', actor, user)

/** Does the session of one who sees the panel as another user cover an operation? It reads, but nothing confidential. */
export const viewCovers = (resource: string, operation: string) => tokenCovers('read', resource, operation)
