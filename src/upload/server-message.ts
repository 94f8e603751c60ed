import { messageOf } from '~/model/errors'
import { asObject } from '~/model/objects'

/** The response body in an error of tus-js-client; detected by shape, to avoid loading the library. */
const bodyOf = (error: unknown): string | undefined => {
  const response = asObject(asObject(error).originalResponse)
  return typeof response.getBody === 'function' ? response.getBody() : undefined
}

/** The server's message about a refused upload: the code that the panel translates, or its text. */
export const serverMessage = (error: unknown): string => {
  const body = bodyOf(error)
  if (!body) return messageOf(error)
  try {
    const { code, message }: { code?: string; message?: string } = JSON.parse(body)
    return code ? `errors.${code}` : (message ?? body)
  } catch {
    return body
  }
}
