import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { messageOf } from '~/model/errors'
import { dataFolder, type Folders } from '~/server/platform/config/storage-settings'
import { damagedOf, faultyOf, type Manifest } from '~/server/platform/snapshots/manifest'
import { BackupError } from '~/server/platform/storage/removal'
import { makeBackup, type Source } from './backup'
import type { Reading } from './file-copy'
import { prepareTarget } from './target'

/** The protocol between the command and the server: one JSON object per line. */
const request = z.object({ backup: z.string(), reading: z.enum(['all', 'turns']).default('all') })
const answer = z.object({
  step: z.string().optional(),
  error: z.string().optional(),
  done: z
    .object({
      files: z.number(),
      faulty: z.number(),
      damaged: z.number().optional(),
      heldMs: z.number().optional(),
    })
    .optional(),
})
type Answer = z.output<typeof answer>
export type Outcome = NonNullable<Answer['done']>

const socketOf = (config: Folders) => path.join(dataFolder(config), 'control', 'socket')

export const outcomeOf = ({ files, database }: Manifest): Outcome => ({
  files: files.count,
  faulty: faultyOf(files),
  ...(damagedOf(files) > 0 && { damaged: damagedOf(files) }),
  ...(database.heldMs !== undefined && { heldMs: database.heldMs }),
})

const serve = async (source: Source, socket: Socket, log: FastifyBaseLogger, stopping: AbortSignal) => {
  const leaving = new AbortController()
  socket.once('close', () => leaving.abort(new BackupError('The command was interrupted')))
  const lines = createInterface({ input: socket })
  // Readline repeats the socket's errors, also after the line was read: without a listener they end the server.
  lines.on('error', () => undefined)
  const send = (message: Answer) => !socket.destroyed && socket.write(`${JSON.stringify(message)}\n`)
  const signal = AbortSignal.any([leaving.signal, stopping])
  let target: string | undefined
  try {
    const [line] = await once(lines, 'line', { signal })
    const { backup, reading } = request.parse(JSON.parse(line))
    target = backup
    prepareTarget(target, source.config)
    const report = (step: string) => void send({ step })
    const manifest = await makeBackup(source, target, { signal, reading, report })
    log.info({ target, files: manifest.files.count, heldMs: manifest.database.heldMs }, 'backup')
    send({ done: outcomeOf(manifest) })
  } catch (error) {
    const reason = messageOf(signal.aborted ? signal.reason : error)
    // A connection that ends without a request only checked that the server is running.
    if (target !== undefined || !leaving.signal.aborted) log.warn({ error: reason }, 'no backup was made')
    send({ error: reason })
  }
  socket.end()
}

const dial = (config: Folders) =>
  new Promise<Socket | undefined>(resolve => {
    const socket = connect(socketOf(config))
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })

/** Whether a server on this machine serves this data folder. */
export const isServed = async (config: Folders) => {
  const socket = await dial(config)
  socket?.destroy()
  return socket !== undefined
}

/**
 * Listens for commands on a socket in a folder that only the server's user can access. If several servers
 * share one data folder (with PostgreSQL), the first one listens.
 */
export const startControl = async (source: Source, log: FastifyBaseLogger) => {
  const file = socketOf(source.config)
  if (await isServed(source.config)) return { stop: async () => undefined }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  rmSync(file, { force: true })
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    const work = serve(source, socket, log, stopping.signal).finally(() => running.delete(work))
    running.add(work)
  })
  server.on('error', error => log.error({ error: error.message }, 'npm run backup cannot reach this server'))
  server.listen(file)
  return {
    stop: async () => {
      stopping.abort(new BackupError('The server stops'))
      server.close()
      await Promise.all(running)
    },
  }
}

/** Ends with the connection, and at a line that is no answer. */
async function* answersOf(socket: Socket) {
  try {
    for await (const line of createInterface({ input: socket })) yield answer.parse(JSON.parse(line))
  } catch {
    // The caller reports the missing answer.
  } finally {
    socket.destroy()
  }
}

/**
 * Requests a backup from the running server.
 * @returns undefined if no server runs on this machine
 * @throws BackupError with the server's reason
 */
export const askServer = async (
  config: Folders,
  target: string,
  report: (step: string) => void,
  reading: Reading = 'all',
): Promise<Outcome | undefined> => {
  const socket = await dial(config)
  if (!socket) return undefined
  socket.on('error', () => undefined)
  socket.write(`${JSON.stringify({ backup: target, ...(reading !== 'all' && { reading }) })}\n`)
  for await (const { step, error, done } of answersOf(socket)) {
    if (step !== undefined) report(step)
    if (error !== undefined) throw new BackupError(error)
    if (done) return done
  }
  throw new BackupError('The server ended before the backup was complete.')
}
