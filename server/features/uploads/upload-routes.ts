import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { keysOf, textIn } from '~/model/objects'
import type { LongLivedConnections } from '~/server/features/live/long-lived-connections'
import { errorBody } from '~/server/platform/http/errors'
import { type App, describe, pathPart } from '~/server/platform/http/route-schemas'
import { descriptorOf, findFile } from '~/server/records/attachments/attachments'
import { actorOf, principalOf, tokenOf } from '~/server/records/routes/access'
import { fileDescriptor } from '~/server/records/schemas/field-schemas'
import type { Services } from '~/server/records/services'
import { type TusError, uploadError } from './tus-server'
import { requireSpace } from './upload-limits'
import { openUpload, ownUpload, uploadGrant, withdrawUpload } from './upload-rights'
import { createUploads } from './uploads'

const callers = new WeakMap<object, { user: string; id: string | undefined }>()

/** The tus request wraps Node's. Finds the caller and upload recorded before it was handed over. */
const callerOf = (request: Request) => {
  const node = (request as Request & { node?: { req?: object } }).node?.req
  const caller = node && callers.get(node)
  if (!caller) throw new Error('An upload without a caller')
  return caller
}

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

const uploadPath = z.object({ id: pathPart })

/** Uploads under /parse/files with the tus protocol; `GET` of a finished upload returns its descriptor. */
export const addUploadRoutes = (app: App, services: Services, connections: LongLivedConnections) => {
  /** Logs what is a fault of the server. */
  const refuse = (error: Error | TusError) => {
    const known = uploadError(error)
    services.metrics.countError(known)
    if (known.code === 'server_error') services.log.error(error, 'an upload')
    return { status_code: known.status, body: JSON.stringify(errorBody(known)) }
  }
  const { server, complete } = createUploads(services, { callerOf, refuse })

  const hand = async (request: FastifyRequest, reply: FastifyReply) => {
    const id = textIn(request.params, 'id')
    const { uid } = actorOf(request)
    if (id) await checks[request.method]?.(services, id, uid)
    callers.set(request.raw, { user: uid, id })
    // A header by which proxies override the method. Only the actual method was checked.
    delete request.raw.headers['x-http-method-override']
    reply.hijack()
    // Data received so far is kept, as after a lost connection.
    const end = () => request.raw.destroy()
    const leave = connections.add({ principal: principalOf(request), token: tokenOf(request) ?? '', end })
    reply.raw.once('close', leave)
    await server.handle(request.raw, reply.raw)
  }

  app.register(async (uploads: App) => {
    // The body stays a stream, which tus writes to disk as it arrives.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const tus = (summary: string, status: number, params?: z.ZodObject) =>
      describe(summary, { tags: ['files'], ...(params && { params }), response: { [status]: z.undefined() } })
    const options = tus('Supported upload features (tus)', 204)
    uploads.options('/files', { config: { access: 'public' }, schema: options }, (request, reply) => {
      reply.hijack()
      return server.handle(request.raw, reply.raw)
    })
    uploads.post('/files', { ...config, schema: tus('Creates an upload of known length (tus)', 201) }, hand)
    const calls = {
      HEAD: tus('How much of an upload has arrived (tus)', 200, uploadPath),
      PATCH: tus('Sends a part (tus)', 204, uploadPath),
      DELETE: tus('Cancels an upload that is not attached to a record (tus)', 204, uploadPath),
    }
    for (const method of keysOf(calls))
      uploads.route({ method, url: '/files/:id', ...config, schema: calls[method], handler: hand })
    const descriptor = describe('The descriptor of a finished upload', {
      tags: ['files'],
      params: uploadPath,
      response: { 200: fileDescriptor },
    })
    uploads.get('/files/:id', { ...config, schema: descriptor, exposeHeadRoute: false }, async request => {
      const { id } = request.params
      const { uid } = actorOf(request)
      const row = await ownUpload(services, id, uid)
      if (row.md5 !== null) return descriptorOf(row)
      await complete(id)
      const whole = await findFile(services.database, id)
      return descriptorOf(whole ?? row)
    })
  })
}
