import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { PoolClient } from 'pg'
import type { Connection } from '~/server/platform/database/connection'

const AGAIN = 1000

/**
 * Subscribes to a PostgreSQL channel on a dedicated connection, which reconnects after a failure.
 * @param onGap called after a reconnect, since messages may have been missed
 */
export const listen = async (
  { pool }: Connection,
  channel: string,
  hear: (text: string) => void,
  onGap: () => void,
  log: FastifyBaseLogger,
) => {
  let client: PoolClient | undefined
  let closed = false

  const open = async () => {
    const opened = await pool.connect()
    try {
      await opened.query(`listen ${channel}`)
    } catch (error) {
      opened.release(true)
      throw error
    }
    opened.on('notification', ({ payload }) => payload && hear(payload))
    opened.once('error', error => void reopen(error))
    client = opened
  }
  const reopen = async (error: Error) => {
    client?.release(error)
    client = undefined
    log.warn({ error: error.message }, 'live changes: the connection broke')
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
    close: () => {
      closed = true
      // Destroyed instead of returned to the pool, since it is still subscribed.
      client?.release(true)
    },
  }
}
