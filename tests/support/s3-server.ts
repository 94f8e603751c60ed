import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guard } from './guard'
import { bucket } from './s3-bucket'
import { createBucket } from './s3-objects'
import { startTcpProxy } from './tcp-proxy'

/** An address where nobody listens. */
const NOWHERE = 'http://127.0.0.1:9'

/** s3rver knows this pair alone. */
const credentials = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

const portOf = async (child: ChildProcess) => {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += chunk
    const port = /^(\d+)\n/m.exec(said)?.[1]
    if (port) return Number(port)
  }
  throw new Error(`The file store did not start. ${said}`)
}

const launch = async (port: number, directory: string) => {
  const program = ['--import', 'tsx', 'tests/support/s3-main.ts', String(port), directory]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
  const guarded = guard(child.pid ?? 0, 'KILL', directory)
  child.once('exit', guarded.release)
  return { child, port: await portOf(child) }
}

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** s3rver: it speaks S3 over HTTP and verifies signatures. In a process of its own, with an empty bucket. */
const startS3rver = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vecto-s3-'))
  let running = await launch(0, directory)
  const { port } = running
  return {
    /** Where it keeps objects as files; empty for a server that is not ours to look into. */
    directory,
    settings: {
      ...credentials,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
    },
    /** Kills it; its files stay. */
    kill: () => end(running.child),
    /** Starts it again at the same address. */
    restart: async () => {
      await end(running.child)
      running = await launch(port, directory)
    },
    stop: async () => {
      await end(running.child)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3rver>>

/** Where another server that speaks S3 listens, to try the product with: any that the key below may make buckets in. */
const { TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID = '', TEST_S3_SECRET_ACCESS_KEY = '' } = process.env

/** True if the bucket is not in a server of the tests' own, whose files they can reach. */
export const isOtherStore = TEST_S3_ENDPOINT !== undefined

const startOther = async (endpoint: string): Promise<S3Server> => {
  const way = await startTcpProxy(endpoint)
  const settings = {
    ...{ S3_ACCESS_KEY_ID: TEST_S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: TEST_S3_SECRET_ACCESS_KEY },
    S3_ENDPOINT: way.url.replace(/\/$/, ''),
    S3_BUCKET: `${bucket}-${randomBytes(6).toString('hex')}`,
    S3_REGION: 'us-east-1',
  }
  await createBucket(settings)
  return {
    directory: '',
    settings,
    kill: async () => way.leadTo(NOWHERE),
    restart: async () => way.leadTo(endpoint),
    stop: async () => way.stop(),
  }
}

/** A store that speaks S3, with an empty bucket. */
export const startS3 = () => (TEST_S3_ENDPOINT ? startOther(TEST_S3_ENDPOINT) : startS3rver())
