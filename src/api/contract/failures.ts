import { HttpError } from 'react-admin'
import { errorStatus } from '~/model/errors'
import { BackendError } from '~/src/api/backend-error'

/** What the panel's parts find in `HttpError.body`. */
export type FailureBody = {
  readonly code: string
  /** As the server said it, in English. */
  readonly message: string
  readonly params?: Readonly<Record<string, string | number>>
  /** On `stale`, the record as it is now. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Messages by field: react-admin hands them to the form. */
  readonly errors?: Readonly<Record<string, string>>
}

const keyOf = ({ code, status }: BackendError) => {
  if (status === 0) return 'errors.unreachable'
  if (code in errorStatus) return `errors.${code}`
  return status >= 502 && status <= 504 ? 'errors.unavailable' : 'errors.generic'
}

/** A message with values for its placeholders, in the one form in which react-admin lets a form's errors hold them. */
const withValues = (message: string, args: FailureBody['params']) =>
  args ? `@@react-admin@@${JSON.stringify({ message, args })}` : message

/** A validation says what is wrong field by field; any other refusal says it itself, on the fields it names. */
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
    ...(params ? { params } : {}),
    ...(current ? { current } : {}),
    ...(errors ? { errors } : {}),
  }
}

/** A backend's refusal as react-admin's: its message is a translation key. Anything else passes. */
export const toHttpError = (error: unknown) =>
  error instanceof BackendError ? new HttpError(keyOf(error), error.status, bodyOf(error)) : error

/** The same call, failing as react-admin's screens expect. */
export const failingAsHttp =
  <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) =>
  (...given: Arguments) =>
    call(...given).catch((error: unknown): never => {
      throw toHttpError(error)
    })

export const failureOf = (error: unknown): Partial<FailureBody> & { readonly status?: number } =>
  error instanceof HttpError ? { ...(error.body as FailureBody), status: error.status } : {}
