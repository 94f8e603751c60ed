import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '~/model/errors'
import type { LongLivedConnections } from '~/server/features/live/long-lived-connections'
import { textIn } from '~/server/platform/http/body-text'
import { errorBody, toApiError } from '~/server/platform/http/errors'
import { descriptorOf, findFile } from '~/server/records/attachments/attachments'
import { actorOf, principalOf, tokenOf } from '~/server/records/routes/access'
import type { Services } from '~/server/records/services'
import { requireSpace } from './upload-limits'
import { openUpload, ownUpload, uploadGrant, withdrawUpload } from './upload-rights'
import { createUploads, type TusError } from './uploads'

const callers = new WeakMap<object, { user: string; id: string | undefined }>()

/** The tus request wraps Node's. Finds the caller and upload recorded before it was handed over. */
const callerOf = (request: Request) => {
  const node = (request as Request & { node?: { req?: object } }).node?.req
  const caller = node && callers.get(node)
  if (!caller) throw new Error('An upload without a caller')
  return caller
}

/** Maps status codes of tus to API error codes. */
const ofTus: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'upload_offset',
  410: 'not_found',
  413: 'too_large',
  423: 'upload_offset',
  500: 'server_error',
}

const apiErrorOf = (error: Error | TusError) =>
  'status_code' in error && error.status_code !== undefined
    ? new ApiError(ofTus[error.status_code] ?? 'invalid_body', String(error.body).trim())
    : toApiError(error)

const access = { resource: 'files', operation: 'upload', grant: uploadGrant }
const config = { config: { access } }

type Check = (services: Services, id: string, user: string) => Promise<unknown>

/** Checks before tus handles a request: may this user do that to this upload? */
const checks: Readonly<Record<string, Check>> = {
  HEAD: openUpload,
  PATCH: async (services, id, user) => {
    await openUpload(services, id, user)
    requireSpace(services)
  },
  DELETE: withdrawUpload,
}

/** Uploads under /parse/files with the tus protocol; `GET` of a finished upload returns its descriptor. */
export const addUploadRoutes = (app: FastifyInstance, services: Services, lasting: LongLivedConnections) => {
  /** Returns errors in the API format; tus itself returns plain text. */
  const refuse = (error: Error | TusError) => {
    const known = apiErrorOf(error)
    if (known.code === 'server_error') services.log.error(error, 'an upload')
    return { status_code: known.status, body: JSON.stringify(errorBody(known)) }
  }
  const { server, complete } = createUploads(services, { callerOf, refuse })

  const hand = async (request: FastifyRequest, reply: FastifyReply) => {
    const id = textIn(request.params, 'id')
    const { uid } = actorOf(request)
    if (id) await checks[request.method]?.(services, id, uid)
    callers.set(request.raw, { user: uid, id: id || undefined })
    // A header by which proxies override the method. Only the actual method was checked.
    delete request.raw.headers['x-http-method-override']
    reply.hijack()
    // Data received so far is kept, as after a lost connection.
    const end = () => request.raw.destroy()
    const leave = lasting.add({ principal: principalOf(request), token: tokenOf(request) ?? '', end })
    reply.raw.once('close', leave)
    await server.handle(request.raw, reply.raw)
  }

  app.register(async uploads => {
    // The body stays a stream, which tus writes to disk as it arrives.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    uploads.options('/files', { config: { access: 'public' } }, (request, reply) => {
      reply.hijack()
      return server.handle(request.raw, reply.raw)
    })
    uploads.post('/files', config, hand)
    uploads.head('/files/:id', config, hand)
    uploads.patch('/files/:id', config, hand)
    uploads.delete('/files/:id', config, hand)
    uploads.get('/files/:id', { ...config, exposeHeadRoute: false }, async request => {
      const id = textIn(request.params, 'id')
      const { uid } = actorOf(request)
      const row = await ownUpload(services, id, uid)
      if (row.md5 !== null) return descriptorOf(row)
      await complete(id)
      const whole = await findFile(services.database, id)
      return descriptorOf(whole ?? row)
    })
  })
}
