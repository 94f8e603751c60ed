import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '~/model/errors'
import { descriptorOf, findFile } from '../files/claims'
import { createUploads, requireOwnUpload } from '../files/uploads'
import type { LastingCalls } from '../realtime/lasting'
import type { Services } from '../services'
import { actorOf, principalOf, tokenOf } from './access'

const callers = new WeakMap<object, { user: string }>()

/** The request that tus sees wraps Node's own; the caller was found before it was handed over. */
const callerOf = (request: Request) => {
  const node = (request as Request & { node?: { req?: object } }).node?.req
  const caller = node && callers.get(node)
  if (!caller) throw new Error('An upload without a caller')
  return caller
}

const session = { config: { access: 'session' as const } }

/** Uploads under /parse/files, in the tus protocol; `GET` of a finished one answers its descriptor. */
export const addUploadRoutes = (app: FastifyInstance, services: Services, lasting: LastingCalls) => {
  const { server } = createUploads(services, callerOf)

  const hand = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.params as { id?: string }
    const { uid } = actorOf(request)
    if (id) await requireOwnUpload(services, id, uid)
    callers.set(request.raw, { user: uid })
    reply.hijack()
    // What was sent until then stays, as when a line is lost.
    const end = () => request.raw.destroy()
    const leave = lasting.add({ principal: principalOf(request), token: tokenOf(request) ?? '', end })
    reply.raw.once('close', leave)
    await server.handle(request.raw, reply.raw)
  }

  app.register(async uploads => {
    // The body stays a stream: tus writes it to the disk as it comes.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    uploads.options('/files', { config: { access: 'public' } }, (request, reply) => {
      reply.hijack()
      return server.handle(request.raw, reply.raw)
    })
    uploads.post('/files', session, hand)
    uploads.head('/files/:id', session, hand)
    uploads.patch('/files/:id', session, hand)
    uploads.delete('/files/:id', session, hand)
    uploads.get('/files/:id', { ...session, exposeHeadRoute: false }, async request => {
      const { id } = request.params as { id: string }
      await requireOwnUpload(services, id, actorOf(request).uid)
      const row = await findFile(services.database, id)
      if (!row || row.md5 === null) throw new ApiError('not_found', 'The upload is not finished')
      return descriptorOf(row)
    })
  })
}
