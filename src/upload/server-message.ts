import { messageOf } from '~/model/errors'
import { asObject } from '~/model/objects'
import { isFromBetween } from '~/model/upload-parts'

/** The response in an error of tus-js-client; detected by shape, to avoid loading the library. */
const responseOf = (error: unknown) => {
  const response = asObject(asObject(error).originalResponse)
  if (typeof response.getBody !== 'function' || typeof response.getStatus !== 'function') return undefined
  return { status: Number(response.getStatus()), body: String(response.getBody() ?? '') }
}

/** The server's message about a refused upload: the code that the panel translates, or its text. */
export const serverMessage = (error: unknown): string => {
  const response = responseOf(error)
  if (!response) return messageOf(error)
  const { status, body } = response
  // The HTML page of a proxy is not a message for users: a text of the panel replaces it.
  if (isFromBetween(status, body))
    return status === 413 ? 'errors.too_large_between' : 'errors.refused_between'
  try {
    const { code, message }: { code?: string; message?: string } = JSON.parse(body)
    return code ? `errors.${code}` : (message ?? body)
  } catch {
    return messageOf(error)
  }
}
