import { type ChildProcess, spawn } from 'node:child_process'

const tailKept = 4000

export type Ending = { readonly code: number | null; readonly tail: string }

/**
 * Starts a child process, which is killed when `signal` aborts.
 * @param stdio of its standard input and output, and of descriptors from 3 on; the tail of its standard error is kept
 */
export const startChild = (
  program: string,
  args: readonly string[],
  [input, output, ...more]: readonly ('pipe' | 'ignore')[],
  signal: AbortSignal,
) => {
  const child: ChildProcess = spawn(program, args, {
    stdio: [input, output, 'pipe', ...more],
    signal,
    killSignal: 'SIGKILL',
  })
  let tail = ''
  child.stderr?.on('data', chunk => {
    tail = (tail + chunk).slice(-tailKept)
  })
  // Write errors after the process exits are ignored: its exit code reports the cause.
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<Ending>(resolve => {
    child.once('error', error => resolve({ code: null, tail: error.message }))
    child.once('close', code => resolve({ code, tail: tail.trim() }))
  })
  return { child, ended }
}
