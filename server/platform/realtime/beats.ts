import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'

/** Milliseconds between two beats, and those within which a beat must come back. */
export type BeatTimes = { readonly every: number; readonly within: number }

export const beatTimes: BeatTimes = { every: 15_000, within: 5000 }

/**
 * Breaks a listening connection that receives nothing any more: where packets are lost without a sign, or the server's
 * machine is gone, the system would say so after many minutes or never. The connection notifies itself, which proves
 * that it is there, that its session still listens, and that the database commits.
 *
 * This finds every loss, so that messages need no numbers: PostgreSQL sends the notifications of all transactions in
 * the order of their commits on one TCP connection, none is missing in the middle, and what may be lost is all that
 * comes after a point in time. A number given by the publisher could not tell more: it is given before the commit,
 * whose order may differ, and leaves a hole where its transaction is rolled back.
 */
export const startBeats = async (client: Client, { every, within }: BeatTimes) => {
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
    // The one before is still on its way.
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
