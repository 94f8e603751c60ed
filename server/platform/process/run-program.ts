import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { childEnvironment } from './child-environment'

export type RunOptions = {
  readonly cwd: string
  readonly signal: AbortSignal
  readonly input?: string
  readonly onLine?: (line: string) => void
  /** What it says beside its answer. */
  readonly onLog?: (line: string) => void
  /** Seconds without a word after which it is taken for stuck; absent: it may be silent. */
  readonly silence?: number
  /** Seconds it may take in all; absent: as long as it likes. */
  readonly limit?: number
  readonly env?: Readonly<Record<string, string>>
}

/** The program was silent, or ran, for longer than it may. */
export class NoAnswerError extends Error {}

export type Ended = { readonly code: number | null; readonly tail: string }

const TAIL = 4000
const PATIENCE = 5000

/**
 * Runs the program given after it and ends it, with all that it started, when file descriptor 3 closes: that is, when
 * this process goes, however it goes.
 */
const guarded = `exec 4<&0
"$@" <&4 3<&- 4<&- & child=$!
( read -r end <&3; kill -9 -$$ ) 4<&- </dev/null >/dev/null 2>&1 & guard=$!
exec 3<&- 4<&- </dev/null
trap 'kill -TERM "$child"' TERM
while :; do wait "$child"; code=$?; kill -0 "$child" 2>/dev/null || break; done
trap '' TERM
kill -9 "$guard" 2>/dev/null
exit "$code"`

/** Gently: the guard alone, which hands it on. By force: everything at once. */
const end = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(signal === 'SIGTERM' ? child.pid : -child.pid, signal)
  } catch {
    // It has just ended.
  }
}

const start = (program: string, args: readonly string[], { cwd, env }: RunOptions) =>
  spawn('/bin/sh', ['-c', guarded, 'sh', program, ...args], {
    cwd,
    env: { ...childEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that what it starts can be ended with it.
    detached: true,
  })

/** Ends the program when it is told to, when it has been silent for too long, or at its time limit. */
const watch = (child: ChildProcess, { signal, silence, limit }: RunOptions) => {
  let stuck: string | undefined
  let timer: NodeJS.Timeout | undefined
  const giveUp = (why: string) => () => {
    stuck = why
    end(child, 'SIGKILL')
  }
  const late =
    limit === undefined ? undefined : setTimeout(giveUp(`did not end within ${limit} s`), limit * 1000)
  const stop = () => {
    end(child, 'SIGTERM')
    timer = setTimeout(() => end(child, 'SIGKILL'), PATIENCE)
  }
  const heard = () => {
    if (silence === undefined || signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(giveUp(`said nothing for ${silence} s`), silence * 1000)
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  heard()
  return {
    heard,
    /** Why it was ended; nothing where it ended by itself. */
    stuck: () => stuck,
    done: () => {
      clearTimeout(timer)
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
    },
  }
}

/**
 * Runs a program to its end. It does not outlive this process, nor does what it starts.
 * @returns its exit code and the end of what it said on its error output
 * @throws NoAnswerError when it was silent or ran for too long; the signal's reason when that was aborted
 */
export const run = (program: string, args: readonly string[], options: RunOptions): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { signal, onLine, onLog, input } = options
    const child = start(program, args, options)
    const watched = watch(child, options)
    let tail = ''
    createInterface({ input: child.stdout }).on('line', line => {
      watched.heard()
      onLine?.(line)
    })
    createInterface({ input: child.stderr }).on('line', line => {
      watched.heard()
      tail = `${tail}${line}\n`.slice(-TAIL)
      onLog?.(line)
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
    child.on('error', error => {
      watched.done()
      reject(error)
    })
    child.on('close', code => {
      watched.done()
      if (signal.aborted) reject(signal.reason)
      else if (watched.stuck()) reject(new NoAnswerError(`${program} ${watched.stuck()}`))
      else resolve({ code, tail })
    })
  })
