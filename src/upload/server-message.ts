type Refusal = { readonly originalResponse?: { readonly getBody: () => string } | null }

/** What tus-js-client's errors keep of the answer; told by shape, so as not to load it for that. */
const bodyOf = (error: unknown) =>
  typeof error === 'object' && error !== null ? (error as Refusal).originalResponse?.getBody() : undefined

/** What the server says about a refused upload: the code that the panel translates, or its words. */
export const serverMessage = (error: unknown): string => {
  const body = bodyOf(error)
  if (!body) return error instanceof Error ? error.message : String(error)
  try {
    const { code, message }: { code?: string; message?: string } = JSON.parse(body)
    return code ? `errors.${code}` : (message ?? body)
  } catch {
    return body
  }
}
