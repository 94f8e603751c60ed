import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import { type Database, withDeadline } from '~/server/platform/database/database'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the request exceeded its deadline and was answered with 503. */
    deadline: AbortSignal | null
  }
}

/** Routes without a time limit: uploads, streams, files, root's maintenance. */
const unlimited = new Set([
  '/parse/files',
  '/parse/files/:id',
  '/parse/stream',
  '/parse/blob/:id/:name',
  '/parse/utils/keywords',
  '/parse/utils/keywords/:name',
  '/parse/utils/resetcounter',
  '/parse/utils/resetcounter/:name',
  '/*',
])

/** Routes exempt from load shedding, such as health checks and sign-out. */
const neverShed = new Set(['/parse/health', '/parse/health/live', '/parse/logout', '/*'])

const SECOND = 1000

type Limited = { readonly config: Config; readonly database: Database }

const isUpload = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/parse/files') === true

/**
 * Sends the response that Node uses for late headers. The connection is not reusable afterwards.
 */
const endLate = (request: IncomingMessage, { headersSent }: ServerResponse) => {
  if (headersSent) request.destroy()
  else
    request.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => request.destroy())
}

/** @param idle the timeout restarts with every byte, instead of covering the whole body */
const watchBody = (
  request: IncomingMessage,
  response: ServerResponse,
  milliseconds: number,
  idle: boolean,
) => {
  const { socket } = request
  let last = { bytes: socket.bytesRead, at: Date.now() }
  const check = () => {
    if (request.complete) return clearInterval(checking)
    if (idle && socket.bytesRead > last.bytes) last = { bytes: socket.bytesRead, at: Date.now() }
    else if (Date.now() - last.at >= milliseconds) endLate(request, response)
  }
  const checking = setInterval(check, SECOND).unref()
  request.once('close', () => clearInterval(checking))
}

/** Rejects requests immediately while the database queue is full. */
const shedLoad = (app: FastifyInstance, { config, database }: Limited) => {
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (database.waiting() < config.DATABASE_QUEUE || neverShed.has(routeOptions.url ?? '')) return
    throw new ApiError('unavailable', 'Too much waits for the database', { retryAfter: 2 })
  })
}

const tooLate = () => new ApiError('unavailable', 'The request took too long', { retryAfter: 5 })

/**
 * Answers 503 at the deadline, after which the request's work commits no change. Fastify's own
 * `handlerTimeout` ends when the body has arrived.
 */
const startDeadline = ({ routeOptions }: FastifyRequest, reply: FastifyReply, milliseconds: number) => {
  const deadline = new AbortController()
  const end = () => {
    if (reply.sent || reply.raw.headersSent) return
    deadline.abort(tooLate())
    reply.send(tooLate())
  }
  if (unlimited.has(routeOptions.url ?? '')) return deadline.signal
  const timer = setTimeout(end, milliseconds).unref()
  reply.raw.once('close', () => clearTimeout(timer))
  return deadline.signal
}

/**
 * Limits what a request can consume: its body must arrive in time, it must be answered in time, and it is
 * rejected immediately if the database queue is full. A change that is answered with 503 is not made.
 */
export const limitRequests = (app: FastifyInstance, services: Limited) => {
  const { REQUEST_SECONDS, BODY_SECONDS, UPLOAD_IDLE_SECONDS } = services.config
  app.decorateRequest('deadline', null)
  app.addHook('onRequest', async (request, reply) => {
    const idle = isUpload(request)
    watchBody(request.raw, reply.raw, (idle ? UPLOAD_IDLE_SECONDS : BODY_SECONDS) * SECOND, idle)
    request.deadline = startDeadline(request, reply, REQUEST_SECONDS * SECOND)
  })
  // After the body is watched: one that is refused may go on sending it.
  shedLoad(app, services)
  // Set after the body is parsed: body parsing runs outside of the request's async context.
  app.addHook('preValidation', ({ deadline }, _reply, done) =>
    deadline ? withDeadline(deadline, done) : done(),
  )
}
