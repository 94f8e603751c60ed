/**
 * The API's base. Without a host the panel is served by its own server, and so shares its origin.
 * @param host a name, or a name with its protocol
 */
export const apiAddress = (host: string, port: number, protocol: string) => {
  if (host === '') return '/parse'
  const origin = host.includes('://') ? host : `${protocol}//${host}`
  return `${origin.replace(/\/+$/, '')}:${port}/parse`
}
