import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Source } from '~/server/platform/backup/backup'
import { askServer, isServed, startControl } from '~/server/platform/backup/control'
import { startSnapshots } from '~/server/platform/backup/schedule'
import { readConfig } from '~/server/platform/config/config'
import type { Database } from '~/server/platform/database/database'
import { createSnapshotState, snapshotName } from '~/server/platform/snapshots/snapshots'
import { BackupError, BackupRunning } from '~/server/platform/storage/removal'
import { completeSnapshot } from '../support/snapshot-manifest'

let folder = ''
const at = (...names: readonly string[]) => join(folder, ...names)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-control-'))
})

/** A server whose database answers nothing but this error, and how often it was asked. */
const failingSource = (error: Error, env: Readonly<Record<string, string>> = {}) => {
  const asked: number[] = []
  const fail = async () => {
    asked.push(Date.now())
    throw error
  }
  const counts = { totalCount: 0, idleCount: 0, waitingCount: 0 }
  const asks = { query: fail, prepared: fail, run: fail, raw: fail, transaction: fail, ping: fail }
  const database: Database = { ...asks, waiting: () => 0 }
  const source: Source = {
    config: readConfig({ DATA_DIR: at('data'), ...env }, '1'),
    connection: {
      pool: { ...counts, connect: fail },
      database,
      direct: database,
      close: async () => undefined,
    },
  }
  return { source, asked }
}

const logTo = () => {
  const lines: { readonly level: number; readonly msg: string; readonly error?: string }[] = []
  const log = pino({}, { write: line => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

const folders = () => ({ DATA_DIR: at('data') })
const away = new Error('The database is away')

describe('the socket for backups', () => {
  const running: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of running.splice(0)) await stop()
  })
  const start = async (error = away) => {
    const { log, lines } = logTo()
    const { stop } = await startControl(failingSource(error).source, log)
    running.push(stop)
    return { stop, lines }
  }
  /** What is answered to the bytes that a client sends. */
  const answerTo = async (bytes: string) => {
    const socket = connect(at('data', 'control', 'socket'))
    socket.write(bytes)
    return (await text(socket))
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  }

  it('is in a folder of the server’s user alone, while a server runs', async () => {
    expect(await isServed(folders())).toBe(false)
    const { stop } = await start()
    expect(await isServed(folders())).toBe(true)
    expect(statSync(at('data', 'control')).mode & 0o777).toBe(0o700)
    await stop()
    expect(await isServed(folders())).toBe(false)
    expect(readdirSync(at('data', 'control'))).toEqual([])
  })

  it('takes the place of what a killed server left', async () => {
    mkdirSync(at('data', 'control'), { recursive: true })
    writeFileSync(at('data', 'control', 'socket'), '')
    expect(await isServed(folders())).toBe(false)
    await start()
    expect(await isServed(folders())).toBe(true)
  })

  it('is that of the first of two servers, and the second does not end it', async () => {
    await start()
    const second = await start()
    await second.stop()
    expect(existsSync(at('data', 'control', 'socket'))).toBe(true)
    expect(await isServed(folders())).toBe(true)
  })

  it('answers with the reason where no backup can be made, and leaves no folder', async () => {
    const { lines } = await start()
    const steps: string[] = []
    const asked = askServer(folders(), at('backup'), step => steps.push(step))
    await expect(asked).rejects.toThrow(new BackupError('The database is away'))
    expect(steps).toEqual([])
    expect(lines.map(({ level, msg, error }) => [level, msg, error])).toEqual([
      [40, 'no backup was made', 'The database is away'],
    ])
  })

  it('refuses a folder within the data, and goes on', async () => {
    await start()
    for (const name of ['here', 'there'])
      await expect(askServer(folders(), at('data', name), () => undefined)).rejects.toThrow(/inside DATA_DIR/)
    expect(existsSync(at('data', 'here'))).toBe(false)
  })

  it.each([
    ['no JSON', 'backup please\n'],
    ['another request', '{"restore":"/tmp"}\n'],
    ['a folder that is no text', '{"backup":7}\n'],
    ['nothing', '\n'],
  ])('refuses %s', async (_what, bytes) => {
    await start()
    expect(await answerTo(bytes)).toEqual([{ error: expect.any(String) }])
    expect(await isServed(folders())).toBe(true)
  })

  it('outlives a client that leaves before it is answered', async () => {
    const { lines } = await start()
    for (let times = 0; times < 5; times += 1) {
      const leaving = connect(at('data', 'control', 'socket'))
      leaving.write(`${JSON.stringify({ backup: at('data', 'inside') })}\n`, () => leaving.destroy())
      await once(leaving, 'close')
    }
    await vi.waitFor(() => expect(lines).toHaveLength(5))
    await expect(askServer(folders(), at('data', 'x'), () => undefined)).rejects.toThrow(/inside DATA_DIR/)
  })

  it('says nothing of who only asked whether there is a server', async () => {
    const { lines, stop } = await start()
    expect(await isServed(folders())).toBe(true)
    await stop()
    expect(lines.filter(({ error }) => error !== 'The server stops')).toEqual([])
  })

  it('does not keep a server that stops, though a client says nothing', async () => {
    const { stop } = await start()
    const idle = connect(at('data', 'control', 'socket'))
    await once(idle, 'connect')
    const ended = text(idle)
    await stop()
    expect(await ended).toBe('{"error":"The server stops"}\n')
  })
})

describe('a command that asks a server for a backup', () => {
  /** A server that answers any request like this, with what it was asked. */
  const askOne = async (answer: (socket: Socket) => void) => {
    mkdirSync(at('data', 'control'), { recursive: true })
    const requests: string[] = []
    const server = createServer(socket =>
      socket.once('data', data => {
        requests.push(String(data))
        answer(socket)
      }),
    ).listen(at('data', 'control', 'socket'))
    await once(server, 'listening')
    const steps: string[] = []
    const outcome = await askServer(folders(), '/backups/one', step => steps.push(step)).finally(() =>
      server.close(),
    )
    return { outcome, requests, steps }
  }
  const done = { files: 3, faulty: 1, heldMs: 20 }

  it('is told the steps, then the outcome', async () => {
    const lines = [{ step: 'Database: 1 MB' }, { step: '' }, { done }].map(line => JSON.stringify(line))
    const { outcome, requests, steps } = await askOne(socket => socket.end(`${lines.join('\n')}\n`))
    expect(requests).toEqual(['{"backup":"/backups/one"}\n'])
    expect(steps).toEqual(['Database: 1 MB', ''])
    expect(outcome).toEqual(done)
  })

  it('reads an answer that comes in pieces', async () => {
    const { outcome } = await askOne(socket => {
      socket.write('{"done":{"files":3,')
      setImmediate(() => socket.end('"faulty":0}}\n'))
    })
    expect(outcome).toEqual({ files: 3, faulty: 0 })
  })

  it.each([
    ['the server’s reason', '{"error":"No room"}\n', 'No room'],
    ['an end before the outcome', '{"step":"x"}\n', 'The server ended before the backup was complete.'],
    ['an end without an answer', '', 'The server ended before the backup was complete.'],
    ['what no server says', 'oops\n', 'The server ended before the backup was complete.'],
  ])('fails with %s', async (_what, said, message) => {
    await expect(askOne(socket => socket.end(said))).rejects.toThrow(new BackupError(message))
  })

  it('finds none where no server runs', async () => {
    expect(await askServer(folders(), '/backups/one', () => undefined)).toBeUndefined()
  })
})

describe('snapshots by the clock', () => {
  const [MINUTE, HOUR, start] = [60_000, 3_600_000, Date.UTC(2026, 4, 4)]
  const snapshotAgo = (milliseconds: number) => {
    const time = new Date(start - milliseconds)
    const name = snapshotName(time)
    mkdirSync(at('data', 'snapshots', name), { recursive: true })
    for (const [file, contents] of Object.entries(completeSnapshot(time)))
      writeFileSync(at('data', 'snapshots', name, file), contents)
  }
  let stop = async () => {}
  const run = (error: Error, env: Readonly<Record<string, string>> = {}) => {
    const { source, asked } = failingSource(error, env)
    const { log, lines } = logTo()
    stop = startSnapshots(source, log, createSnapshotState(true)).stop
    return { lines, minutes: () => asked.map(time => (time - start) / MINUTE) }
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start })
  })
  afterEach(async () => {
    await stop()
    vi.useRealTimers()
  })

  it('are never tried where they are turned off, or left to PostgreSQL', async () => {
    const off = run(away, { SNAPSHOT_HOURS: '0' })
    const elsewhere = run(away, { DATABASE_URL: 'postgres://db/vecto' })
    await vi.advanceTimersByTimeAsync(48 * HOUR)
    expect([off.minutes(), elsewhere.minutes()]).toEqual([[], []])
    expect(existsSync(at('data'))).toBe(false)
  })

  it('are tried once the newest is as old as the setting says', async () => {
    snapshotAgo(HOUR)
    snapshotAgo(3 * HOUR)
    const { minutes } = run(away, { SNAPSHOT_HOURS: '2' })
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    expect(minutes()).toEqual([])
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(minutes()).toEqual([60])
  })

  it('are tried again ten minutes after a failure, which is logged', async () => {
    const { minutes, lines } = run(away)
    await vi.advanceTimersByTimeAsync(21 * MINUTE)
    expect(minutes()).toEqual([0, 10, 20])
    expect(lines.map(({ level, msg, error }) => [level, msg, error])).toEqual(
      Array(3).fill([50, 'the snapshot failed', 'The database is away']),
    )
  })

  it('are tried again a minute after another server’s, without a word', async () => {
    const { minutes, lines } = run(new BackupRunning('A backup is running already'))
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect([minutes(), lines]).toEqual([[0, 1, 2, 3], []])
  })

  it('are tried no more once the server stops', async () => {
    const { minutes } = run(new BackupRunning('A backup is running already'))
    await stop()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(minutes()).toEqual([0])
  })

  it('say where their folder cannot be made, before the database is asked', async () => {
    writeFileSync(at('taken'), '')
    const { minutes, lines } = run(away, { SNAPSHOT_DIR: at('taken', 'snapshots') })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(minutes()).toEqual([])
    expect(lines).toMatchObject([{ msg: 'the snapshot failed', folder: at('taken', 'snapshots') }])
  })

  it('of a clock that was ahead do not keep others from being tried', async () => {
    snapshotAgo(-24 * HOUR)
    const { minutes } = run(away)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(minutes()).toEqual([0])
  })
})
