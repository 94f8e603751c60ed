import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readDate } from '~/model/dates'
import { ApiError } from '~/model/errors'
import { asObject } from '~/model/objects'
import { principalOf, tokenOf } from '~/server/records/routes/access'
import type { Services } from '~/server/records/services'
import type { LongLivedConnections } from './long-lived-connections'
import { createStreams, type ReplayRequest } from './streams'

/** Maximum backlog of a subscriber in bytes. A slower subscriber is disconnected and reconnects by itself. */
const BEHIND = 1 << 20

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Prevents proxies from buffering.
  'x-accel-buffering': 'no',
}

const wrong = (name: string, what: string) => new ApiError('invalid_query', `"${name}" is no ${what}`)

/** `?since=<ISO time>`: last notification received; `?missed=<milliseconds>`: age of the data on screen. */
const readReplayRequest = ({ query }: FastifyRequest): ReplayRequest => {
  const { since, missed } = asObject(query)
  const notifications = since === undefined ? undefined : readDate(String(since))
  const changes = missed === undefined ? undefined : Number(missed)
  if (since !== undefined && !notifications) throw wrong('since', 'time')
  if (changes !== undefined && !(changes >= 0)) throw wrong('missed', 'number of milliseconds')
  return { notifications, changes }
}

/** `GET stream`: server-sent events for changes of records that the caller may read. */
export const addStreamRoutes = (
  app: FastifyInstance,
  services: Services,
  connections: LongLivedConnections,
) => {
  const streams = createStreams(services, connections)
  app.addHook('preClose', async () => streams.close())
  app.get('/stream', { config: { access: 'session' }, exposeHeadRoute: false }, async (request, reply) => {
    const principal = principalOf(request)
    const replay = readReplayRequest(request)
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
      if (value !== undefined) raw.setHeader(name, value)
    raw.flushHeaders()
    const send = (event: string, data: unknown) => {
      if (raw.writableLength > BEHIND) raw.destroy()
      else raw.write(event === 'beat' ? ': beat\n\n' : `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
    const token = tokenOf(request) ?? ''
    raw.on('close', streams.add({ principal, token, send, end: () => raw.end() }, replay))
  })
}
