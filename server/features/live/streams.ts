import { z } from 'zod'
import { scopeFor } from '~/model/access'
import { ApiError } from '~/model/errors'
import { readDate } from '~/model/fields'
import { covers } from '~/model/grants'
import { resourceOf } from '~/model/registry'
import { notificationsSince } from '~/server/features/notifications/notification-routes'
import { databaseTime } from '~/server/platform/database/clock'
import { type App, contentOf, describe, textUpTo } from '~/server/platform/http/route-schemas'
import { type Change, createRecentChanges } from '~/server/platform/realtime/changes'
import type { Notification } from '~/server/platform/realtime/push'
import { findOpen, principalOf, tokenOf } from '~/server/records/access'
import type { Principal, Services } from '~/server/records/context'
import type { LongLivedConnections } from './long-lived-connections'

/** A connected client: its principal, and how to send to it. */
type Subscriber = {
  principal: Principal
  readonly token: string
  readonly send: (event: string, data: unknown) => void
  readonly end: () => void
}

/** Range of events that a client may have missed before it subscribed; absent: none. */
export type ReplayRequest = {
  /** When the client last received a notification. */
  readonly notifications?: Date | undefined
  /** Age in milliseconds of the data that the client shows. */
  readonly changes?: number | undefined
}

const HEARTBEAT_INTERVAL = 15_000
/** Maximum number of streams per session: one per tab. */
const MOST_STREAMS = 10
/** Maximum number of streams per user on this server, over all sessions and API tokens. */
const MOST_STREAMS_OF_USER = 30
/** Milliseconds of notifications that are replayed to all subscribers after a gap. */
const REPLAY_WINDOW = 300_000

const maySee = ({ actor }: Principal, { resource, owned }: Change) =>
  covers(scopeFor(resourceOf(resource), 'read', actor), owned)

const toEvent = ({ resource, id, op, progress, status }: Change) => ({
  event: op === 'progress' ? 'progress' : 'change',
  data: op === 'progress' ? { resource, id, progress, status } : { resource, id, op },
})

const toNotification = ({ id, title, path, at }: Notification) => ({ id, title, path, at })

/** Resources whose changes move the scopes of users: company membership and management, views as another user. */
const resourcesThatMoveScopes = ['companies', 'users', 'viewings']

/** Notifications are confidential: for a user's own sessions. */
const isFor = ({ actor, view, token }: Principal, user: string) => !view && !token && actor.uid === user

/** Publishes notifications to all connections of a user, and replays missed ones. */
const notificationPublisher = (subscribers: ReadonlySet<Subscriber>, { database, log }: Services) => {
  const replayTo = async ({ principal, send }: Subscriber, since: Date) => {
    if (!isFor(principal, principal.actor.uid)) return
    const { actor, session } = principal
    const missed = await notificationsSince(database, { user: actor.uid, session }, since)
    for (const notification of missed) send('notification', toNotification(notification))
  }
  return {
    publish: (notification: Notification) => {
      for (const { principal, send } of subscribers)
        if (isFor(principal, notification.user) && principal.session !== notification.causedBy)
          send('notification', toNotification(notification))
    },
    replay: (subscriber: Subscriber, since: Date) =>
      void replayTo(subscriber, since).catch(error =>
        log.warn({ error: String(error) }, 'replay of notifications'),
      ),
  }
}

/** Publishes changes to subscribers who may see them, and replays recent ones to late subscribers. */
const changePublisher = (subscribers: ReadonlySet<Subscriber>) => {
  const recent = createRecentChanges()
  const send = ({ principal, send }: Subscriber, change: Change) => {
    const { event, data } = toEvent(change)
    if (maySee(principal, change)) send(event, data)
  }
  return {
    publish: (change: Change) => {
      recent.add(change)
      for (const subscriber of subscribers) send(subscriber, change)
    },
    /** Replays the changes of the last so many milliseconds; sends a gap if they are not known. */
    replay: (subscriber: Subscriber, milliseconds: number) => {
      const missed = recent.since(milliseconds)
      if (missed) for (const change of missed) send(subscriber, change)
      else subscriber.send('gap', {})
    },
    clear: recent.clear,
  }
}

/**
 * Makes room for another stream of the session and of the user. The oldest is sent `evicted`: its tab reconnects only when it
 * is viewed again, or tabs would evict each other endlessly.
 */
const evictOldestStreams = (subscribers: Set<Subscriber>, { session, actor, view }: Principal) => {
  const user = view?.by.uid ?? actor.uid
  const own = [...subscribers].filter(
    ({ principal: { actor, view } }) => (view?.by.uid ?? actor.uid) === user,
  )
  const ofSession = own.filter(({ principal }) => principal.session === session)
  const evicted = new Set([
    ...ofSession.slice(0, Math.max(0, ofSession.length - MOST_STREAMS + 1)),
    ...own.slice(0, Math.max(0, own.length - MOST_STREAMS_OF_USER + 1)),
  ])
  for (const subscriber of evicted) {
    subscribers.delete(subscriber)
    subscriber.send('evicted', {})
    subscriber.end()
  }
}

/** Reads the identities of subscribers again: rights may have changed, or sessions ended. */
const createRenewal = ({ sessions, log }: Services) => {
  const renew = async (renewed: readonly Subscriber[]) => {
    sessions.forget()
    for (const subscriber of renewed) {
      const principal = await findOpen(sessions, subscriber.token)
      if (principal) subscriber.principal = principal
      else subscriber.end()
    }
  }
  return (renewed: readonly Subscriber[]) =>
    void renew(renewed).catch(error => log.warn({ error: String(error) }, 'live changes'))
}

/** All subscribers of this server. Each receives what its grants allow it to read until its session ends. */
export const createStreams = (services: Services, connections: LongLivedConnections) => {
  const subscribers = new Set<Subscriber>()
  const { changes } = services
  const notifications = notificationPublisher(subscribers, services)
  const changeEvents = changePublisher(subscribers)
  const renewSoon = createRenewal(services)

  const publish = (change: Change) => {
    changeEvents.publish(change)
    if (resourcesThatMoveScopes.includes(change.resource)) renewSoon([...subscribers])
  }
  const sendAll = (event: string) => {
    for (const { send } of subscribers) send(event, {})
  }
  const onGap = () => {
    changeEvents.clear()
    sendAll('gap')
    for (const subscriber of subscribers)
      notifications.replay(subscriber, new Date(databaseTime().getTime() - REPLAY_WINDOW))
  }
  const stops = [
    changes.onChange(publish),
    changes.onNotification(notifications.publish),
    changes.onGap(onGap),
  ]
  const beat = () => {
    sendAll('beat')
    // Views end by time too, and with the session that opened them.
    const views = [...subscribers].filter(({ principal }) => principal.view)
    if (views.length > 0) renewSoon(views)
  }
  const beating = setInterval(beat, HEARTBEAT_INTERVAL)
  return {
    add: (subscriber: Subscriber, replay: ReplayRequest = {}) => {
      evictOldestStreams(subscribers, subscriber.principal)
      subscribers.add(subscriber)
      const leave = connections.add(subscriber)
      subscriber.send('hello', { version: services.config.version, at: databaseTime().toISOString() })
      if (replay.notifications) notifications.replay(subscriber, replay.notifications)
      if (replay.changes !== undefined) {
        changeEvents.replay(subscriber, replay.changes)
        // A page that has just opened misses the notifications that came before its stream.
        const age = Math.min(replay.changes, REPLAY_WINDOW)
        if (!replay.notifications) notifications.replay(subscriber, new Date(databaseTime().getTime() - age))
      }
      return () => {
        subscribers.delete(subscriber)
        leave()
      }
    },
    close: () => {
      clearInterval(beating)
      for (const stop of stops) stop()
      for (const { end } of subscribers) end()
    },
  }
}

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

/** Reads the range of events that a subscriber may have missed. @throws ApiError 400 */
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
