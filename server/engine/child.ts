import { type ChildProcess, spawn } from 'node:child_process'

const tailKept = 4000

export type Ending = { readonly code: number | null; readonly tail: string }

/**
 * A program of ours: killed when `signal` aborts.
 * @param stdio of its input and output; what it says of errors is kept, the last of it
 */
export const startChild = (
  program: string,
  args: readonly string[],
  stdio: readonly ['pipe' | 'ignore', 'pipe' | 'ignore'],
  signal: AbortSignal,
) => {
  const child: ChildProcess = spawn(program, args, {
    stdio: [...stdio, 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  let tail = ''
  child.stderr?.on('data', chunk => {
    tail = (tail + chunk).slice(-tailKept)
  })
  // What it leaves unread when it ends is told by how it ends.
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<Ending>(resolve => {
    child.once('error', error => resolve({ code: null, tail: error.message }))
    child.once('close', code => resolve({ code, tail: tail.trim() }))
  })
  return { child, ended }
}
