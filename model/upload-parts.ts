import { isObject } from './objects'

/** Whether this is an error body of the API, which always has a code, unlike the pages of proxies. */
export const isOfApi = (body: unknown): body is Record<string, unknown> => isObject(body) && 'code' in body

/** Bytes of a part of an upload: small enough that a lost connection costs seconds, large enough for a fast one. */
export const LARGEST_PART = 8 * 1024 * 1024
/** Bytes of the smallest part that is tried: proxies take at least so much. */
const SMALLEST_PART = 256 * 1024

const hasCode = (body: string) => {
  try {
    return isOfApi(JSON.parse(body))
  } catch {
    return false
  }
}

/** Whether an error response comes from an intermediary, such as a proxy: those of the server have a code. */
export const isFromBetween = (status: number, body: string) => status >= 400 && !hasCode(body)

type Refused = { readonly method: string; readonly status: number; readonly body: string }

/** Bytes of the next part after one of `bytes` was refused; undefined where a smaller one would not help. */
export const smallerPart = (bytes: number, { method, status, body }: Refused): number | undefined => {
  const isTooLarge = method === 'PATCH' && status === 413 && isFromBetween(status, body)
  return isTooLarge && bytes > SMALLEST_PART ? Math.max(SMALLEST_PART, Math.floor(bytes / 2)) : undefined
}
