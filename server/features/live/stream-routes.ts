import { z } from 'zod'
import { readDate } from '~/model/dates'
import { ApiError } from '~/model/errors'
import { type App, contentOf, describe, textUpTo } from '~/server/platform/http/route-schemas'
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

const replayQuery = z.object({
  since: textUpTo(40).optional().meta({ description: 'ISO time of the last notification received' }),
  missed: textUpTo(40).optional().meta({ description: 'Age in milliseconds of the data on screen' }),
})

/** What a subscriber says that it may have missed. @throws ApiError 400 */
export const readReplayRequest = ({ since, missed }: z.output<typeof replayQuery>): ReplayRequest => {
  const notifications = since === undefined ? undefined : readDate(since)
  const changes = missed === undefined ? undefined : Number(missed.trim() || Number.NaN)
  if (since !== undefined && !notifications) throw wrong('since', 'time')
  if (changes !== undefined && !(changes >= 0)) throw wrong('missed', 'number of milliseconds')
  return { notifications, changes }
}

/** `GET stream`: server-sent events for changes of records that the caller may read. */
export const addStreamRoutes = (app: App, services: Services, connections: LongLivedConnections) => {
  const streams = createStreams(services, connections)
  app.addHook('preClose', async () => streams.close())
  const schema = describe('Server-sent events of the records that the caller may read', {
    querystring: replayQuery,
    response: { 200: contentOf('text/event-stream') },
  })
  const options = {
    config: { access: 'session' as const, tokens: true as const, views: true as const },
    schema,
    exposeHeadRoute: false,
  }
  app.get('/stream', options, async (request, reply) => {
    const principal = principalOf(request)
    const replay = readReplayRequest(request.query)
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
