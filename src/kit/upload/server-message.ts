import { DetailedError } from 'tus-js-client'

/** What the server says about a refused upload: the code that the panel translates, or its words. */
export const serverMessage = (error: unknown): string => {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
  if (!body) return error instanceof Error ? error.message : String(error)
  try {
    const { code, message } = JSON.parse(body) as { code?: string; message?: string }
    return code ? `errors.${code}` : (message ?? body)
  } catch {
    return body
  }
}
