import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { largePages } from '~/server/platform/process/machine'
import { guard } from '~/tests/support/process/orphan-guard'

// Long enough for a machine that is busy with other tests.
const startLimit = 180_000
const stopLimit = 15_000
const outputKept = 20_000

const isReady = async (url: string) => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

const untilReady = async (child: ChildProcess, url: string, output: () => string) => {
  const deadline = Date.now() + startLimit
  while (!(await isReady(url))) {
    const ended = child.exitCode !== null || child.signalCode !== null
    if (ended || Date.now() > deadline) {
      child.kill('SIGKILL')
      const how = ended
        ? `ended (${child.exitCode ?? child.signalCode})`
        : `was not ready in ${startLimit / 1000} s`
      throw new Error(`The server ${how}. ${url}\n${output()}`)
    }
    await sleep(100)
  }
}

const endOf = async (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit)
  await ended
  clearTimeout(timer)
}

const collect = (child: ChildProcess) => {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      text = (text + chunk).slice(-outputKept)
    })
  return () => text
}

/**
 * Runs a server program as a child that never outlives this process; resolves when `healthUrl` responds with 200.
 * @param folder removed if this process is killed while the program runs
 */
export const startProgram = async (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  healthUrl: string,
  folder?: string,
  cwd = process.cwd(),
) => {
  // Its own process group: Ctrl-C must not reach it before the test has stopped it.
  const child = spawn(program, args, {
    cwd,
    // The same environment as `npm start`.
    env: { ...largePages, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output = collect(child)
  if (child.pid === undefined) throw new Error(`${program} could not be started: ${args.join(' ')}`)
  const guarded = guard(child.pid, 'KILL', folder)
  child.once('exit', guarded.release)
  await untilReady(child, healthUrl, output)
  return { child, pid: child.pid, output, end: (signal: 'SIGTERM' | 'SIGKILL') => endOf(child, signal) }
}

export type ServerProcess = Awaited<ReturnType<typeof startProgram>>

/** Runs a Node program with `startProgram`. */
export const startProcess = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  healthUrl: string,
  folder?: string,
  cwd?: string,
) => startProgram(process.execPath, args, env, healthUrl, folder, cwd)
