/**
 * The base URL of the API. Without a host, the panel is served by its own server and shares its origin.
 * @param host a host name, with or without its protocol
 */
export const apiAddress = (host: string, port: number, protocol: string) => {
  if (host === '') return '/parse'
  const origin = host.includes('://') ? host : `${protocol}//${host}`
  return `${origin.replace(/\/+$/, '')}:${port}/parse`
}
