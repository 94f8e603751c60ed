import { EventEmitter } from 'node:events'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Owned } from '~/model/grants'
import { parentUidOf } from '~/model/refs'
import type { Connection } from '~/server/platform/database/connection'
import type { Database } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/flat'
import { beatTimes } from './beats'
import { listen } from './listen'
import type { Notification } from './notifications'

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
  times = beatTimes,
) => {
  const emitter = new EventEmitter().setMaxListeners(0)
  const receive = (text: string) => {
    const message: Change | Notification = JSON.parse(text)
    emitter.emit('user' in message ? 'notification' : 'change', message)
  }
  const listener = openSession
    ? await listen({
        ...{ openSession, log, times, channel: CHANNEL },
        onMessage: receive,
        onGap: () => void emitter.emit('gap'),
      })
    : undefined
  const publish = async (tx: Database, said: Change | Notification, afterCommit?: Later) => {
    const text = JSON.stringify(said)
    if (listener) await tx.run(sql`select pg_notify(${CHANNEL}, ${text})`)
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
