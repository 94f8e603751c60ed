import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { PoolClient } from 'pg'
import type { Connection } from '~/server/platform/database/connection'

const AGAIN = 1000

/**
 * Hears a channel of PostgreSQL on a connection of its own, taken up again when it breaks.
 * @param onGap called when messages may have been missed meanwhile
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
        // The database is still away: tried again.
      }
    }
  }
  await open()
  return {
    close: () => {
      closed = true
      // Not given back: it listens.
      client?.release(true)
    },
  }
}
