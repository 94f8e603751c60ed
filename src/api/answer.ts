import { isObject } from '~/model/objects'
import { isOfApi } from '~/model/upload-parts'
import { BackendError } from './backend-error'

type Body = Readonly<Record<string, unknown>>

/** No response: the connection, the server or its host name is unavailable, or the request timed out. */
export const unreachable = (message: string) => new BackendError(0, 'unreachable', message)

/** A response that is not the server's, such as the sign-in page of a captive portal. */
export const intercepted = (message = 'The answer is not the one of the server') =>
  new BackendError(0, 'intercepted', message)

/** Undefined if the text is not JSON, or truncated. */
const parse = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const seconds = (header: string | null) => {
  const value = header === null ? Number.NaN : Number(header)
  return Number.isFinite(value) ? Math.ceil(value) : undefined
}

const fieldsOf = (body: Body) =>
  isObject(body.fields)
    ? Object.fromEntries(Object.entries(body.fields).map(([key, code]) => [key, String(code)]))
    : undefined

type Head = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers'>

/** Codes for responses of proxies, by status. For other statuses, the status itself is the code. */
const proxyCodes: Readonly<Record<number, string>> = {
  403: 'refused_by_proxy',
  413: 'too_large_for_proxy',
  429: 'too_many_requests',
}

/** Without a body, from a server or a proxy that did not receive the request in time. */
const REQUEST_TIMEOUT = 408
/** A captive portal requires the user to sign in (RFC 6585). */
const NETWORK_SIGN_IN = 511

/**
 * The error for a response without the server's own code, which comes from a proxy or gateway: it proves nothing about
 * session or records.
 */
const refusalFromBetween = ({ status, headers, statusText }: Head) => {
  const message = statusText || `HTTP ${status}`
  if (status === REQUEST_TIMEOUT) return unreachable(message)
  const code = proxyCodes[status] ?? (status >= 500 && status !== NETWORK_SIGN_IN && `http_${status}`)
  return code
    ? new BackendError(status, code, message, {
        retryAfter: seconds(headers.get('Retry-After')),
        requestId: headers.get('X-Request-Id') ?? undefined,
      })
    : intercepted(message)
}

const refusal = ({ status, headers, statusText }: Head, body: Body) => {
  const message = String(body.message ?? body.error ?? (statusText || `HTTP ${status}`))
  return new BackendError(status, String(body.code), message, {
    fields: fieldsOf(body),
    retryAfter: seconds(headers.get('Retry-After')),
    requestId: headers.get('X-Request-Id') ?? undefined,
    body,
  })
}

/**
 * Classifies a response: JSON of the server, an error of the server, or a response of something else.
 * @returns the JSON; undefined for 204
 * @throws BackendError: status 0 means that it is unknown whether the request was carried out
 */
export const readAnswer = (head: Head, text: string) => {
  const parsed = parse(text)
  if (!head.ok) throw isOfApi(parsed) ? refusal(head, parsed) : refusalFromBetween(head)
  if (head.status === 204) return undefined
  if (typeof parsed !== 'object') throw intercepted()
  return parsed
}

/**
 * The rows of a list, in `results`, `items` or `data` (decisions §2).
 * @throws BackendError for a response without any of these: an empty list would be a statement about the records
 */
export const rowsIn = <T>(answer: unknown): T[] => {
  const { results, items, data } = isObject(answer) ? answer : {}
  const rows = [results, items, data].find(Array.isArray)
  if (!rows) throw intercepted('The answer holds no rows')
  return rows
}

/** Codes by which the server reports that the session has ended: its own, and the one of Parse (decisions §12). */
export const sessionCodes: readonly string[] = ['session_expired', '209']

/** Only the server's own code ends a session: a proxy that requires a password answers 401 as well. */
export const isSessionOver = (error: unknown) =>
  error instanceof BackendError && error.status === 401 && sessionCodes.includes(error.code)
