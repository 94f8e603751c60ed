import { allows } from './access'
import { type Actor, isRole, ranksAbove } from './grants'
import { isConfidential } from './registry'
import type { TokenAccess } from './resources/tokens'
import { users } from './resources/users'

/**
 * The resources that each access level can change. Only users can change the others: users, companies, groups,
 * access lists, tokens. So a leaked token cannot give access to anyone else.
 */
const changes: Readonly<Record<TokenAccess, readonly string[]>> = {
  read: [],
  content: ['files', 'videos', 'vectos', 'medias'],
}

/** Fields that give users access to a record: no token changes them, even on a resource that it may change. */
const accessFields = ['accessList', 'accessGroups', 'defaultAccessList']

/**
 * Whether the access level covers an operation of a resource that writes these fields; grants apply in addition. No level
 * covers confidential resources: a leaked token must not reveal keys for signing in.
 */
export const tokenCovers = (
  access: TokenAccess,
  resource: string,
  operation: string,
  fields: readonly string[] = [],
) =>
  !isConfidential(resource) &&
  (operation === 'read' ||
    (changes[access].includes(resource) && !fields.some(field => accessFields.includes(field))))

/** Duration of a view as another user, in minutes. */
export const viewMinutes = 30

/** Whether the actor may see the panel as this user: root as any user, others as users of lower rank that they may change. */
export const mayViewAs = (actor: Actor, user: Readonly<Record<string, unknown>>) =>
  !actor.viewed &&
  user.uid !== actor.uid &&
  user.status === 'active' &&
  isRole(user.role) &&
  (actor.role === 'root' || ranksAbove(actor.role, user.role)) &&
  allows(users, 'update', actor, user)

/** Whether a view as another user covers an operation: it reads everything that is not confidential. */
export const viewCovers = (resource: string, operation: string) => tokenCovers('read', resource, operation)
