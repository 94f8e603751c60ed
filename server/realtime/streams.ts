import { sql } from 'drizzle-orm'
import { scopeFor } from '~/model/access'
import { covers } from '~/model/grants'
import { resourceOf } from '~/model/registry'
import type { Principal } from '../identity/sessions'
import type { Services } from '../services'
import type { Change } from './changes'

/** Somebody who watches: what they may see, and how to tell them. */
export type Watcher = {
  principal: Principal
  readonly token: string
  readonly send: (event: string, data: unknown) => void
  readonly end: () => void
}

/** Milliseconds between two looks whether the watchers' sessions still are. */
const CHECK = 1000
const BEAT = 15_000

const maySee = ({ actor }: Principal, { resource, owned }: Change) =>
  covers(scopeFor(resourceOf(resource), 'read', actor), owned)

const told = ({ resource, id, op, progress, status }: Change) => ({
  event: op === 'progress' ? 'progress' : 'change',
  data: op === 'progress' ? { resource, id, progress, status } : { resource, id, op },
})

/** What moves the reach of others: whose companies, and who looks after them. */
const moving = ['companies', 'users']

/** Everybody who watches this server; each hears what their grants let them read, for as long as their session lasts. */
export const createStreams = (services: Services) => {
  const watchers = new Set<Watcher>()
  const { changes, database, sessions, log } = services

  const renew = async () => {
    sessions.forget()
    for (const watcher of watchers) {
      const principal = await sessions.find(watcher.token)
      if (principal) watcher.principal = principal
      else watcher.end()
    }
  }
  const hear = (change: Change) => {
    const { event, data } = told(change)
    for (const watcher of watchers) if (maySee(watcher.principal, change)) watcher.send(event, data)
    if (moving.includes(change.resource))
      renew().catch(error => log.warn({ error: String(error) }, 'live changes'))
  }
  /** One question for all: those whose session ended, here or on another server, hear no more. */
  const check = async () => {
    if (watchers.size === 0) return
    const ids = [...watchers].map(({ principal }) => principal.session)
    const alive = await database.query<{ id: string }>(
      sql`select id from auth_session where id = any(${sql.param(ids)}) and "expiresAt" > now()`,
    )
    const known = new Set(alive.map(({ id }) => id))
    // Not among our sessions: it ended, or it is of an identity service, which the token tells.
    for (const watcher of watchers)
      if (!known.has(watcher.principal.session) && !(await sessions.find(watcher.token))) watcher.end()
  }
  const sendAll = (event: string) => {
    for (const { send } of watchers) send(event, {})
  }
  const stops = [changes.on(hear), changes.onGap(() => sendAll('gap'))]
  const checking = setInterval(() => check().catch(() => undefined), CHECK)
  const beating = setInterval(() => sendAll('beat'), BEAT)
  return {
    add: (watcher: Watcher) => {
      watchers.add(watcher)
      watcher.send('hello', { version: services.config.version })
      return () => void watchers.delete(watcher)
    },
    close: () => {
      clearInterval(checking)
      clearInterval(beating)
      for (const stop of stops) stop()
      for (const { end } of watchers) end()
    },
  }
}
