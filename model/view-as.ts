import { allows } from './access'
import { type Actor, isRole, ranksAbove } from './grants'
import { isConfidential } from './registry'
import type { TokenAccess } from './resources/tokens'
import { users } from './resources/users'

/**
 * The resources that each access changes. What no access names is changed by people alone: users, companies, groups,
 * access lists, tokens. A leaked token lets nobody else in.
 */
const changes: Readonly<Record<TokenAccess, readonly string[]>> = {
  read: [],
  content: ['files', 'videos', 'vectos', 'medias'],
}

/** Fields by which people are let in to a record, which may be of a resource that an access changes otherwise. */
const accessFields = ['accessList', 'accessGroups', 'defaultAccessList']

/**
 * Does the access cover an operation of a resource that writes these fields? Grants decide beyond that. What is confidential
 * is covered by none: a leaked token reads no key by which its user, or another, signs in.
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
