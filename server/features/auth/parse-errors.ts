import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '~/model/errors'
import { errorBody, toApiError } from '~/server/platform/http/errors'

/** Error numbers that Parse clients know (decisions §12); the panel reads `reason`. */
export const parseCode = (error: Pick<ApiError, 'code'>) =>
  ['user_not_found', 'wrong_password', 'sign_in_failed'].includes(error.code)
    ? 101
    : error.code === 'session_expired'
      ? 209
      : undefined

/** Sends errors in the format of Parse clients. */
export const answerParseErrors = (app: FastifyInstance) =>
  app.setErrorHandler((error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const known = toApiError(error)
    if (known.status >= 500) request.log.error(error)
    if (known.details.retryAfter) reply.header('retry-after', known.details.retryAfter)
    const code = parseCode(known)
    return reply
      .status(known.status)
      .send({ ...errorBody(known), ...(code && { code, reason: known.code }), error: known.message })
  })
