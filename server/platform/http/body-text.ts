/** A text of a request's body; empty where there is none. */
export const textIn = (body: unknown, key: string) => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : ''
}
