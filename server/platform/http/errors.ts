import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ApiError, type ErrorCode, invalidFields, isFieldCode } from '~/model/errors'
import { nest } from '~/model/objects'
import {
  DUPLICATE,
  isUnavailable,
  REFERRED_TO,
  REFUSED_VALUE,
  sqlState,
} from '~/server/platform/database/errors'
import { StoreUnavailable } from '~/server/platform/storage/file-store'

/** Maps Fastify's error codes to API error codes. */
const ofFastify: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'invalid_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_body',
}

/** A disk without bytes or inodes, or mounted read-only; a quota that is used up. */
const noRoom = ['ENOSPC', 'EDQUOT', 'EROFS']

/** Maps constraint violations, which occur when two requests pass validation concurrently. */
const ofDatabase = (error: Error): ApiError | undefined => {
  const constraint = 'constraint' in error ? error.constraint : undefined
  if (sqlState(error) === DUPLICATE && constraint === 'users_email_unique')
    return new ApiError('user_exists', 'User already exists. Please verify the email address.', {
      fields: { email: 'taken' },
    })
  if (sqlState(error) === DUPLICATE && constraint === 'companies_auth_fqdn_unique')
    return invalidFields({ authFqdn: 'taken' })
  if (sqlState(error) === REFUSED_VALUE && constraint === 'users_role_place')
    return new ApiError('validation', error.message, { fields: { role: 'not_now' } })
  if (sqlState(error) === REFUSED_VALUE && constraint === 'companies_role_place')
    return new ApiError('validation', error.message, { fields: { isPartner: 'not_now' } })
  return sqlState(error) === REFERRED_TO
    ? new ApiError('validation', 'A record that this one names is gone')
    : undefined
}

/** Converts a validation error of a route's schema; messages that are no field codes mean `invalid`. */
const ofSchema = (error: Error): ApiError | undefined => {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const found = error.validation.map(({ instancePath, message = '' }) => ({
    path: instancePath.slice(1).replaceAll('/', '.'),
    code: isFieldCode(message) ? message : 'invalid',
  }))
  if (error.validationContext === 'params')
    return new ApiError('not_found', 'There is nothing at this address')
  const field = found[0]?.path ?? ''
  if (error.validationContext === 'querystring')
    return new ApiError('invalid_query', `"${field}" is not valid`, { params: { field } })
  if (field === '') return new ApiError('invalid_body', 'The body must be a JSON object')
  return invalidFields(Object.fromEntries(found.map(({ path, code }) => [path, code])))
}

/** The client aborted the request before its body was complete, so no one reads the response. */
const isAborted = (error: Error) => error.message === 'aborted'

export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error)) return new ApiError('server_error', 'An error occurred.')
  if (error instanceof StoreUnavailable)
    return new ApiError('unavailable', 'The file store does not answer', { retryAfter: 5 })
  const refused = ofDatabase(error) ?? ofSchema(error)
  if (refused) return refused
  const code = 'code' in error ? String(error.code) : ''
  if (isAborted(error)) return new ApiError('invalid_body', 'The request ended before its body was there')
  if (ofFastify[code]) return new ApiError(ofFastify[code], error.message)
  if (noRoom.includes(code))
    return new ApiError('insufficient_storage', 'Nothing can be written to the disk of the server')
  if (isUnavailable(error))
    return new ApiError('unavailable', 'The database does not answer', { retryAfter: 5 })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (typeof status === 'number' && status < 500) return new ApiError('invalid_body', error.message)
  return new ApiError('server_error', 'An error occurred.')
}

/** The body of every error response (decisions §3). */
export const errorBody = ({ code, message, details }: ApiError) => {
  const { fields, params, current } = details
  return {
    code,
    message,
    ...(fields && { fields }),
    ...(params && { params }),
    ...(current && { current: nest(current) }),
  }
}

const send = (reply: FastifyReply, error: ApiError) => {
  if (error.details.retryAfter) reply.header('retry-after', error.details.retryAfter)
  return reply.status(error.status).send(errorBody(error))
}

/** Logs internal errors with their stack, and other 5xx errors (server busy) as one line. */
const logFailure = ({ log }: FastifyRequest, { code, status }: ApiError, error: Error) => {
  if (code === 'server_error') log.error(error)
  else if (status >= 500) log.warn({ code, reason: error.message }, 'a request failed')
}

/** @param refused called for every response with status 403 */
export const answerErrors = (
  app: FastifyInstance,
  refused: (request: FastifyRequest, error: ApiError) => void = () => undefined,
) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toApiError(error)
    logFailure(request, known, error)
    if (known.status === 403) refused(request, known)
    return send(reply, known)
  })
}

const clientErrorStatus: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Answers a request that cannot be parsed, and ends its connection. The response has `Connection: close`, or a client or
 * proxy with keep-alive would send its next request on this connection and get no response.
 */
export const answerClientError = (error: ConnectionError, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = clientErrorStatus[error.code] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ code: 'invalid_body', message: reason })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Handles requests that cannot be routed: no hook and no error handler of the app runs for them. */
export const answerUnroutable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  const refusal =
    error.code === 'FST_ERR_BAD_URL'
      ? new ApiError('invalid_query', 'The address is not percent-encoded UTF-8', {
          params: { field: 'path' },
        })
      : new ApiError('not_found', 'There is nothing at this address')
  void send(reply.header('x-request-id', request.id), refusal)
}
