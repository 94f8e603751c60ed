import { HttpError } from 'react-admin'
import { errorStatus } from '~/model/errors'
import { isObject } from '~/model/objects'
import { intercepted } from '~/src/api/answer'
import type { Backend, RequestOptions } from '~/src/api/backend'
import { BackendError, isCodeBetween } from '~/src/api/backend-error'

/** The error details in `HttpError.body`. */
export type FailureBody = {
  readonly code: string
  /** The server's message, in English. */
  readonly message: string
  readonly requestId?: string
  /** Seconds after which the request may be sent again. */
  readonly retryAfter?: number
  readonly params?: Readonly<Record<string, string | number>>
  /** On `stale`, the current record. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Messages by field: react-admin passes them to the form. */
  readonly errors?: Readonly<Record<string, string>>
}

const keyOf = ({ code, status }: BackendError) => {
  if (isCodeBetween(code)) return `errors.${code}`
  if (status === 0) return 'errors.unreachable'
  if (Object.hasOwn(errorStatus, code)) return `errors.${code}`
  if (status >= 502 && status <= 504) return 'errors.unavailable'
  return code.startsWith('http_5') ? 'errors.intercepted' : 'errors.generic'
}

/** A message with values for its placeholders, in the only format that react-admin allows in form errors. */
const withValues = (message: string, args: FailureBody['params']) =>
  args ? `@@react-admin@@${JSON.stringify({ message, args })}` : message

/** A validation error has a code per field; any other error puts its own message on the fields it names. */
const messagesOf = (error: BackendError, params: FailureBody['params']) =>
  error.fields &&
  Object.fromEntries(
    Object.entries(error.fields).map(([path, code]) => [
      path,
      withValues(error.code === 'validation' ? `validation.${code}` : keyOf(error), params),
    ]),
  )

const bodyOf = (error: BackendError): FailureBody => {
  const { params, current } = (error.body ?? {}) as Partial<FailureBody>
  const errors = messagesOf(error, params)
  return {
    code: error.code,
    message: error.message,
    ...(error.requestId && { requestId: error.requestId }),
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    ...(params ? { params } : {}),
    ...(current ? { current } : {}),
    ...(errors ? { errors } : {}),
  }
}

/** Converts a backend's error to react-admin's: its message is a translation key. Others pass through. */
export const toHttpError = (error: unknown) =>
  error instanceof BackendError ? new HttpError(keyOf(error), error.status, bodyOf(error)) : error

/** Wraps a call so that it fails as react-admin's screens expect. */
export const failingAsHttp =
  <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) =>
  async (...given: Arguments) => {
    try {
      return await call(...given)
    } catch (error) {
      throw toHttpError(error)
    }
  }

/** The same for the call that all others are made with. */
export const requestFailingAsHttp =
  (request: Backend['request']): Backend['request'] =>
  async <T>(path: string, options?: RequestOptions) => {
    try {
      return await request<T>(path, options)
    } catch (error) {
      throw toHttpError(error)
    }
  }

/** An answer that must be a JSON object. @throws HttpError for another, which is not the server's */
export const objectIn = (answer: unknown): Readonly<Record<string, unknown>> => {
  if (!isObject(answer)) throw toHttpError(intercepted())
  return answer
}

export const failureOf = (error: unknown): Partial<FailureBody> & { readonly status?: number } => {
  if (!(error instanceof HttpError)) return {}
  const body: FailureBody = error.body
  return { ...body, status: error.status }
}
