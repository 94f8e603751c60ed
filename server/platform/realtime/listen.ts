import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { type BeatTimes, startBeats } from './beats'

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
export const listen = async ({ openSession, channel, onMessage, onGap, log, times }: Listening) => {
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
