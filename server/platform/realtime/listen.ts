import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'

const AGAIN = 1000

/**
 * Subscribes to a PostgreSQL channel on a dedicated connection, which reconnects after a failure.
 * @param onGap called after a reconnect, since messages may have been missed
 */
export const listen = async (
  openSession: () => Promise<Client>,
  channel: string,
  hear: (text: string) => void,
  onGap: () => void,
  log: FastifyBaseLogger,
) => {
  let client: Client | undefined
  let closed = false

  const open = async () => {
    const opened = await openSession()
    opened.on('notification', ({ payload }) => payload && hear(payload))
    try {
      await opened.query(`listen ${channel}`)
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
