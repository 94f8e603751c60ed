/** What an API token may do, from the narrowest. Never more than its user. */
export const tokenAccesses = ['read', 'content', 'write'] as const
export type TokenAccess = (typeof tokenAccesses)[number]

const content = ['files', 'videos', 'vectos', 'medias'] as const

/**
 * The resources that each access changes. Those that no access names, such as users, sessions and tokens, are changed
 * by people alone: a leaked token lets nobody else in.
 */
const changes: Readonly<Record<TokenAccess, readonly string[]>> = {
  read: [],
  content,
  write: [
    ...content,
    'companies',
    'downloads',
    'environments',
    'groups',
    'purchases',
    'shares',
    'templates',
    'versions',
  ],
}

/** Does the access cover an operation of a resource? Grants decide beyond that. */
export const tokenCovers = (access: TokenAccess, resource: string, operation: string) =>
  operation === 'read' || changes[access].includes(resource)
