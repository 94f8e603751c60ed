import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTcpProxy } from '~/tests/support/network/tcp-proxy'
import { guard } from '~/tests/support/process/orphan-guard'
import { bucket } from './s3-bucket'
import { createBucket } from './s3-objects'

/** An address without a listener. */
const NOWHERE = 'http://127.0.0.1:9'

/** The only credentials that s3rver accepts. */
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
  const program = ['--import', 'tsx', 'tests/support/storage/s3-main.ts', String(port), directory]
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

/** Starts s3rver, which implements S3 over HTTP with signatures, in its own process with an empty bucket. */
const startS3rver = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vecto-s3-'))
  let running = await launch(0, directory)
  const { port } = running
  return {
    /** Folder of the object files; empty for an external server. */
    directory,
    settings: {
      ...credentials,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
    },
    /** Kills the server; its files remain. */
    kill: () => end(running.child),
    /** Restarts the server at the same address. */
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

/** URL of another S3-compatible server to test with; the credentials below must be allowed to create buckets. */
const { TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID = '', TEST_S3_SECRET_ACCESS_KEY = '' } = process.env

/** True if the bucket is on an external server, whose files tests cannot read. */
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

/** An S3-compatible store with an empty bucket. */
export const startS3 = () => (TEST_S3_ENDPOINT ? startOther(TEST_S3_ENDPOINT) : startS3rver())
