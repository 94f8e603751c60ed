import { spawn } from 'node:child_process'
import { guard } from '~/tests/support/process/orphan-guard'
import { compiled } from '~/tests/support/server/compiled-server'

export type EngineRun = {
  /** The exit code; absent if a signal ended the process. */
  readonly code: number | null
  /** The lines of standard output that are JSON objects, in order. */
  readonly lines: readonly Readonly<Record<string, unknown>>[]
  readonly errors: string
}

const parsed = (text: string) =>
  text.split('\n').flatMap((line): Record<string, unknown>[] => {
    try {
      const value: unknown = JSON.parse(line)
      return typeof value === 'object' && value ? [{ ...value }] : []
    } catch {
      return []
    }
  })

/** The reference engine of the project. */
export const referenceEngine = [process.execPath, compiled('engine')]

/** Starts an engine in its own process group and writes the request to its standard input. */
export const startEngine = ([program = '', ...args]: readonly string[], request: string) => {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  if (child.pid === undefined) throw new Error(`The engine does not start: ${program}`)
  const guarded = guard(child.pid, 'KILL')
  let [text, errors] = ['', '']
  child.stdout.on('data', chunk => {
    text += chunk
  })
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  // An engine that has already exited does not read the request.
  child.stdin.on('error', () => undefined)
  child.stdin.end(request)
  const ended = new Promise<EngineRun>(resolve => {
    child.once('close', code => {
      guarded.release()
      resolve({ code, lines: parsed(text), errors })
    })
  })
  const saw = (key: string) =>
    new Promise<void>((resolve, reject) => {
      child.stdout.on('data', () => parsed(text).some(line => key in line) && resolve())
      child.once('close', () => reject(new Error(`The engine ended without "${key}".\n${errors}`)))
    })
  return { group: child.pid, kill: (signal: NodeJS.Signals) => child.kill(signal), ended, saw }
}

export const askEngine = (command: readonly string[], request: string) => startEngine(command, request).ended
