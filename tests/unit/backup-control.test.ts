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
import { completeSnapshot } from '../support/server/snapshot-manifest'

let folder = ''
const at = (...names: readonly string[]) => join(folder, ...names)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-control-'))
})

/** A server whose database fails every call with this error, and the times of these calls. */
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

describe('control socket for backups', () => {
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
  /** The lines returned for the bytes that a client sends. */
  const answerTo = async (bytes: string) => {
    const socket = connect(at('data', 'control', 'socket'))
    socket.write(bytes)
    return (await text(socket))
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  }

  it('the control socket exists while a server runs, in a folder that only its user can read', async () => {
    expect(await isServed(folders())).toBe(false)
    const { stop } = await start()
    expect(await isServed(folders())).toBe(true)
    expect(statSync(at('data', 'control')).mode & 0o777).toBe(0o700)
    await stop()
    expect(await isServed(folders())).toBe(false)
    expect(readdirSync(at('data', 'control'))).toEqual([])
  })

  it('a server replaces the control socket of a killed one', async () => {
    mkdirSync(at('data', 'control'), { recursive: true })
    writeFileSync(at('data', 'control', 'socket'), '')
    expect(await isServed(folders())).toBe(false)
    await start()
    expect(await isServed(folders())).toBe(true)
  })

  it('a second server neither takes over nor removes the control socket of the first', async () => {
    await start()
    const second = await start()
    await second.stop()
    expect(existsSync(at('data', 'control', 'socket'))).toBe(true)
    expect(await isServed(folders())).toBe(true)
  })

  it('returns the reason when a backup fails, and leaves no folder', async () => {
    const { lines } = await start()
    const steps: string[] = []
    const asked = askServer(folders(), at('backup'), step => steps.push(step))
    await expect(asked).rejects.toThrow(new BackupError('The database is away'))
    expect(steps).toEqual([])
    expect(lines.map(({ level, msg, error }) => [level, msg, error])).toEqual([
      [40, 'no backup was made', 'The database is away'],
    ])
  })

  it('rejects a backup folder inside DATA_DIR and keeps serving', async () => {
    await start()
    for (const name of ['here', 'there'])
      await expect(askServer(folders(), at('data', name), () => undefined)).rejects.toThrow(/inside DATA_DIR/)
    expect(existsSync(at('data', 'here'))).toBe(false)
  })

  it.each([
    ['no JSON', 'backup please\n'],
    ['another request', '{"restore":"/tmp"}\n'],
    ['a folder that is not a string', '{"backup":7}\n'],
    ['an empty line', '\n'],
  ])('the control socket rejects %s and stays open', async (_what, bytes) => {
    await start()
    expect(await answerTo(bytes)).toEqual([{ error: expect.any(String) }])
    expect(await isServed(folders())).toBe(true)
  })

  it('the control socket stays open after clients disconnect before the response', async () => {
    const { lines } = await start()
    for (let times = 0; times < 5; times += 1) {
      const leaving = connect(at('data', 'control', 'socket'))
      leaving.write(`${JSON.stringify({ backup: at('data', 'inside') })}\n`, () => leaving.destroy())
      await once(leaving, 'close')
    }
    await vi.waitFor(() => expect(lines).toHaveLength(5))
    await expect(askServer(folders(), at('data', 'x'), () => undefined)).rejects.toThrow(/inside DATA_DIR/)
  })

  it('logs nothing when a client only checks that a server runs', async () => {
    const { lines, stop } = await start()
    expect(await isServed(folders())).toBe(true)
    await stop()
    expect(lines.filter(({ error }) => error !== 'The server stops')).toEqual([])
  })

  it('an idle client does not delay the shutdown of the server', async () => {
    const { stop } = await start()
    const idle = connect(at('data', 'control', 'socket'))
    await once(idle, 'connect')
    const ended = text(idle)
    await stop()
    expect(await ended).toBe('{"error":"The server stops"}\n')
  })
})

describe('backup command with a running server', () => {
  /** A server that sends this response to any request; records the requests. */
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

  it('the backup command reports the steps, then returns the outcome', async () => {
    const lines = [{ step: 'Database: 1 MB' }, { step: '' }, { done }].map(line => JSON.stringify(line))
    const { outcome, requests, steps } = await askOne(socket => socket.end(`${lines.join('\n')}\n`))
    expect(requests).toEqual(['{"backup":"/backups/one"}\n'])
    expect(steps).toEqual(['Database: 1 MB', ''])
    expect(outcome).toEqual(done)
  })

  it('the backup command parses a response split into chunks', async () => {
    const { outcome } = await askOne(socket => {
      socket.write('{"done":{"files":3,')
      setImmediate(() => socket.end('"faulty":0}}\n'))
    })
    expect(outcome).toEqual({ files: 3, faulty: 0 })
  })

  it.each([
    ['the reason of the server', '{"error":"No room"}\n', 'No room'],
    [
      'a connection closed before the outcome',
      '{"step":"x"}\n',
      'The server ended before the backup was complete.',
    ],
    ['a connection closed without a response', '', 'The server ended before the backup was complete.'],
    ['a response that is not JSON', 'oops\n', 'The server ended before the backup was complete.'],
  ])('the backup command fails with %s', async (_what, said, message) => {
    await expect(askOne(socket => socket.end(said))).rejects.toThrow(new BackupError(message))
  })

  it('the backup command returns undefined when no server runs', async () => {
    expect(await askServer(folders(), '/backups/one', () => undefined)).toBeUndefined()
  })
})

describe('scheduled snapshots', () => {
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

  it('takes no snapshots when they are turned off or the database is an external PostgreSQL', async () => {
    const off = run(away, { SNAPSHOT_HOURS: '0' })
    const elsewhere = run(away, { DATABASE_URL: 'postgres://db/vecto' })
    await vi.advanceTimersByTimeAsync(48 * HOUR)
    expect([off.minutes(), elsewhere.minutes()]).toEqual([[], []])
    expect(existsSync(at('data'))).toBe(false)
  })

  it('takes a snapshot once the newest is as old as SNAPSHOT_HOURS', async () => {
    snapshotAgo(HOUR)
    snapshotAgo(3 * HOUR)
    const { minutes } = run(away, { SNAPSHOT_HOURS: '2' })
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    expect(minutes()).toEqual([])
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(minutes()).toEqual([60])
  })

  it('retries a failed snapshot after ten minutes and logs the failure', async () => {
    const { minutes, lines } = run(away)
    await vi.advanceTimersByTimeAsync(21 * MINUTE)
    expect(minutes()).toEqual([0, 10, 20])
    expect(lines.map(({ level, msg, error }) => [level, msg, error])).toEqual(
      Array(3).fill([50, 'the snapshot failed', 'The database is away']),
    )
  })

  it('retries a snapshot after one minute, without logging, while another backup runs', async () => {
    const { minutes, lines } = run(new BackupRunning('A backup is running already'))
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect([minutes(), lines]).toEqual([[0, 1, 2, 3], []])
  })

  it('takes no snapshots after the server stops', async () => {
    const { minutes } = run(new BackupRunning('A backup is running already'))
    await stop()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(minutes()).toEqual([0])
  })

  it('logs a snapshot folder that cannot be created, before querying the database', async () => {
    writeFileSync(at('taken'), '')
    const { minutes, lines } = run(away, { SNAPSHOT_DIR: at('taken', 'snapshots') })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(minutes()).toEqual([])
    expect(lines).toMatchObject([{ msg: 'the snapshot failed', folder: at('taken', 'snapshots') }])
  })

  it('a snapshot dated in the future does not block the next one', async () => {
    snapshotAgo(-24 * HOUR)
    const { minutes } = run(away)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(minutes()).toEqual([0])
  })
})
