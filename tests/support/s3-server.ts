import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guard } from './guard'
import { bucket } from './s3-bucket'

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

/** A server that speaks S3 over HTTP and verifies signatures, in a process of its own, with an empty bucket. */
export const startS3 = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vecto-s3-'))
  let running = await launch(0, directory)
  const { port } = running
  return {
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

export type S3Server = Awaited<ReturnType<typeof startS3>>
