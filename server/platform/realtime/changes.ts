import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Owned } from '~/model/grants'
import { parentUidOf } from '~/model/refs'
import type { Connection } from '~/server/platform/database/connection'
import type { Database } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/tables'
import type { Notification } from './push'

/** Milliseconds between two beats, and those within which a beat must come back. */
type BeatTimes = { readonly every: number; readonly within: number }

const beatTimes: BeatTimes = { every: 15_000, within: 5000 }

/**
 * Ends a listening connection that receives nothing any more: if packets are dropped silently or the server's
 * machine is gone, the system reports it after many minutes or never. The connection notifies itself, which proves
 * that it is alive, that its session still listens, and that the database commits.
 *
 * This detects every loss, so that messages need no sequence numbers: PostgreSQL sends the notifications of all
 * transactions in commit order on one TCP connection, so that a loss is always everything after a point in time. A
 * publisher's number would add nothing: it is assigned before the commit, whose order may differ, and a rollback
 * leaves a gap.
 */
const startBeats = async (client: Client, { every, within }: BeatTimes) => {
  // A channel of its own: other servers need not receive it, and those of an earlier version would not know it.
  const channel = `beat_${randomUUID().replaceAll('-', '')}`
  // A beat must not wait for a standby that is away, as commits of changes may have to.
  await client.query(`set synchronous_commit = off; listen ${channel}`)
  let deadline: NodeJS.Timeout | undefined
  const end = () => void client.connection.stream.destroy()
  const onBeat = () => {
    clearTimeout(deadline)
    deadline = undefined
  }
  const beat = () => {
    // The previous beat is still in transit.
    if (deadline) return
    deadline = setTimeout(end, within)
    client.query(`notify ${channel}`).catch(end)
  }
  const beating = setInterval(beat, every).unref()
  client.on('notification', message => message.channel === channel && onBeat())
  client.once('end', () => {
    clearInterval(beating)
    onBeat()
  })
}

const AGAIN = 1000

type Listening = {
  readonly openSession: () => Promise<Client>
  readonly channel: string
  readonly onMessage: (text: string) => void
  /** Called after a reconnect, since messages may have been missed. */
  readonly onGap: () => void
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly times: BeatTimes
}

/** Subscribes to a PostgreSQL channel on a dedicated connection, which reconnects after a failure. */
const listen = async ({ openSession, channel, onMessage, onGap, log, times }: Listening) => {
  let client: Client | undefined
  let closed = false

  const open = async () => {
    const opened = await openSession()
    opened.on(
      'notification',
      ({ channel: from, payload }) => from === channel && payload && onMessage(payload),
    )
    try {
      await opened.query(`listen ${channel}`)
      await startBeats(opened, times)
    } catch (error) {
      await opened.end()
      throw error
    }
    client = opened
    if (closed) return opened.end()
    opened.once('end', () => void reopen())
  }
  const reopen = async () => {
    if (!closed) log.warn('live changes: the connection broke')
    while (!closed) {
      await sleep(AGAIN)
      try {
        await open()
        return onGap()
      } catch {
        // The database is still unreachable: retry.
      }
    }
  }
  await open()
  return {
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}

/** A change of a record; `owned` determines who may receive it. */
export type Change = {
  readonly resource: string
  /** The record's id in the panel: `<parent uid>/<uid>`, or the uid alone. */
  readonly id: string
  readonly op: 'create' | 'update' | 'delete' | 'progress'
  readonly owned: Owned
  readonly progress?: unknown
  readonly status?: string
}

const CHANNEL = 'vecto_changes'

/** The change event of a record. */
export const changeOf = (resource: Resource, record: Flat, op: Change['op']): Change => {
  const parent = parentUidOf(resource, record)
  return {
    resource: resource.name,
    id: parent === undefined ? record.uid : `${parent}/${record.uid}`,
    op,
    owned: ownerOf(resource, record),
  }
}

type Later = (work: () => unknown) => void

/**
 * Publishes changes and notifications to every server of the installation once the change is committed. On
 * PostgreSQL they are sent by NOTIFY, in the change's own transaction; the embedded database serves one
 * process, where an event emitter is enough.
 */
export const createChanges = async (
  { openSession }: Connection,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { times = beatTimes, listens = true }: { readonly times?: BeatTimes; readonly listens?: boolean } = {},
) => {
  const emitter = new EventEmitter().setMaxListeners(0)
  const receive = (text: string) => {
    const message: Change | Notification = JSON.parse(text)
    emitter.emit('user' in message ? 'notification' : 'change', message)
  }
  const listener =
    openSession && listens
      ? await listen({
          ...{ openSession, log, times, channel: CHANNEL },
          onMessage: receive,
          onGap: () => void emitter.emit('gap'),
        })
      : undefined
  const publish = async (tx: Database, said: Change | Notification, afterCommit?: Later) => {
    const text = JSON.stringify(said)
    if (openSession) await tx.run(sql`select pg_notify(${CHANNEL}, ${text})`)
    else if (afterCommit) afterCommit(() => void receive(text))
    else receive(text)
  }
  return {
    publish,
    onChange: (listener: (change: Change) => void) => {
      emitter.on('change', listener)
      return () => void emitter.off('change', listener)
    },
    onNotification: (listener: (notification: Notification) => void) => {
      emitter.on('notification', listener)
      return () => void emitter.off('notification', listener)
    },
    /** Subscribes to gaps: some changes may have been missed. */
    onGap: (listener: () => void) => {
      emitter.on('gap', listener)
      return () => void emitter.off('gap', listener)
    },
    close: async () => listener?.close(),
  }
}

export type Changes = Awaited<ReturnType<typeof createChanges>>

/** Milliseconds for which changes can be replayed, and their maximum number. */
const MAX_AGE = 60_000
const MAX_CHANGES = 1000

type RecordedChange = { readonly at: number; readonly change: Change }

/** The last changes that this server received: a client reads its data shortly before it opens the stream. */
export const createRecentChanges = (now: () => number = performance.now.bind(performance)) => {
  const recorded: RecordedChange[] = []
  let complete = now()
  const isOver = (oldest: RecordedChange) => recorded.length > MAX_CHANGES || oldest.at < now() - MAX_AGE
  return {
    /** Progress events are not recorded: the next one follows soon. */
    add: (change: Change) => {
      if (change.op === 'progress') return
      recorded.push({ at: now(), change })
      for (let [oldest] = recorded; oldest && isOver(oldest); [oldest] = recorded) {
        complete = oldest.at
        recorded.shift()
      }
    },
    /** Clears the record after changes were missed. */
    clear: () => {
      recorded.length = 0
      complete = now()
    },
    /** The changes received in the last `milliseconds`; undefined if some may be missing. */
    since: (milliseconds: number): readonly Change[] | undefined => {
      const since = now() - milliseconds
      return since < complete
        ? undefined
        : recorded.flatMap(({ at, change }) => (at >= since ? [change] : []))
    },
  }
}
