/** What an API token may do, from the narrowest. Never more than its user. */
export const tokenAccesses = ['read', 'content'] as const
export type TokenAccess = (typeof tokenAccesses)[number]

/**
 * The resources that each access changes. What no access names is changed by people alone: users, companies, groups,
 * access lists of versions, tokens. A leaked token lets nobody else in.
 */
const changes: Readonly<Record<TokenAccess, readonly string[]>> = {
  read: [],
  content: ['files', 'videos', 'vectos', 'medias'],
}

/** Does the access cover an operation of a resource? Grants decide beyond that. */
export const tokenCovers = (access: TokenAccess, resource: string, operation: string) =>
  operation === 'read' || changes[access].includes(resource)
