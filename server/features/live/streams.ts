import { scopeFor } from '~/model/access'
import { covers } from '~/model/grants'
import { resourceOf } from '~/model/registry'
import type { Change } from '~/server/platform/realtime/changes'
import { type Notice, noticesSince } from '~/server/platform/realtime/notices'
import { createRecentChanges } from '~/server/platform/realtime/recent-changes'
import type { Principal } from '~/server/records/principal'
import type { Services } from '~/server/records/services'
import type { LastingCalls } from './long-lived-connections'

/** Somebody who watches: what they may see, and how to tell them. */
export type Watcher = {
  principal: Principal
  readonly token: string
  readonly send: (event: string, data: unknown) => void
  readonly end: () => void
}

/** What somebody may have missed before they watched; absent: nothing. */
export type Missed = {
  /** When they heard a notice last. */
  readonly notices?: Date | undefined
  /** Milliseconds ago that they read what they show. */
  readonly changes?: number | undefined
}

const BEAT = 15_000
/** Streams of one session: one a tab. */
const MOST_STREAMS = 10
/** Milliseconds before now from which notices are told again where some may have gone unheard. */
const GAP = 300_000

const maySee = ({ actor }: Principal, { resource, owned }: Change) =>
  covers(scopeFor(resourceOf(resource), 'read', actor), owned)

const told = ({ resource, id, op, progress, status }: Change) => ({
  event: op === 'progress' ? 'progress' : 'change',
  data: op === 'progress' ? { resource, id, progress, status } : { resource, id, op },
})

const asTold = ({ id, title, path, at }: Notice) => ({ id, title, path, at })

/** What moves the reach of others: whose companies, and who looks after them. */
const moving = ['companies', 'users']

/** What people are told themselves: on every screen of theirs, and again to those who were away. */
const noticesTo = (watchers: ReadonlySet<Watcher>, { database, log }: Services) => {
  const retell = async ({ principal, send }: Watcher, since: Date) => {
    const missed = await noticesSince(database, principal.actor.uid, since)
    for (const notice of missed) send('notice', asTold(notice))
  }
  return {
    hear: (notice: Notice) => {
      for (const { principal, send } of watchers)
        if (principal.actor.uid === notice.user) send('notice', asTold(notice))
    },
    retell: (watcher: Watcher, since: Date) =>
      void retell(watcher, since).catch(error => log.warn({ error: String(error) }, 'notices')),
  }
}

/** What changes on their screens, to those who may see it; to who comes a little late, the last of it again. */
const changesTo = (watchers: ReadonlySet<Watcher>) => {
  const recent = createRecentChanges()
  const tell = ({ principal, send }: Watcher, change: Change) => {
    const { event, data } = told(change)
    if (maySee(principal, change)) send(event, data)
  }
  return {
    hear: (change: Change) => {
      recent.add(change)
      for (const watcher of watchers) tell(watcher, change)
    },
    /** Of the last so many milliseconds; a gap where that is not known. */
    retell: (watcher: Watcher, milliseconds: number) => {
      const missed = recent.within(milliseconds)
      if (missed) for (const change of missed) tell(watcher, change)
      else watcher.send('gap', {})
    },
    forget: recent.forget,
  }
}

/**
 * Makes room for another stream of the session. The oldest is told so: its tab asks for another one when somebody looks
 * at it again, and not before, or tabs would evict each other for ever.
 */
const evictOldest = (watchers: Set<Watcher>, { session }: Principal) => {
  const own = [...watchers].filter(({ principal }) => principal.session === session)
  for (const watcher of own.slice(0, Math.max(0, own.length - MOST_STREAMS + 1))) {
    watchers.delete(watcher)
    watcher.send('evicted', {})
    watcher.end()
  }
}

/** Everybody who watches this server; each hears what their grants let them read, for as long as their session lasts. */
export const createStreams = (services: Services, lasting: LastingCalls) => {
  const watchers = new Set<Watcher>()
  const { changes, sessions, log } = services
  const notices = noticesTo(watchers, services)
  const shown = changesTo(watchers)

  const renew = async () => {
    sessions.forget()
    for (const watcher of watchers) {
      const principal = await sessions.find(watcher.token)
      if (principal) watcher.principal = principal
      else watcher.end()
    }
  }
  const hear = (change: Change) => {
    shown.hear(change)
    if (moving.includes(change.resource))
      renew().catch(error => log.warn({ error: String(error) }, 'live changes'))
  }
  const sendAll = (event: string) => {
    for (const { send } of watchers) send(event, {})
  }
  const onGap = () => {
    shown.forget()
    sendAll('gap')
    for (const watcher of watchers) notices.retell(watcher, new Date(Date.now() - GAP))
  }
  const stops = [changes.on(hear), changes.onNotice(notices.hear), changes.onGap(onGap)]
  const beating = setInterval(() => sendAll('beat'), BEAT)
  return {
    add: (watcher: Watcher, missed: Missed = {}) => {
      evictOldest(watchers, watcher.principal)
      watchers.add(watcher)
      const leave = lasting.add(watcher)
      watcher.send('hello', { version: services.config.version, at: new Date().toISOString() })
      if (missed.notices) notices.retell(watcher, missed.notices)
      if (missed.changes !== undefined) shown.retell(watcher, missed.changes)
      return () => {
        watchers.delete(watcher)
        leave()
      }
    },
    close: () => {
      clearInterval(beating)
      for (const stop of stops) stop()
      for (const { end } of watchers) end()
    },
  }
}
