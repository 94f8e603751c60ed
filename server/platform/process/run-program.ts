import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { settingNames } from '~/server/platform/config/config'
import { inSpan } from '~/server/platform/tracing/spans'
import { sourceEnvironment } from './project'

/** Maximum length of a line in UTF-16 units. A longer line is cut: no program writes a longer one for us. */
const MAX_LINE = 64 * 1024

type Listeners = {
  /** Called with each line, without its end. */
  readonly onLine: (line: string) => void
  /** Called once, when the stream exceeds its maximum. The rest is discarded. */
  readonly onTooMuch: () => void
}

/**
 * Reads the lines of a stream that may hold anything, in bounded memory: node:readline collects a line until it ends, and
 * throws where no caller can catch it once the line is longer than a string can be.
 * @param maximum bytes of the whole stream
 */
export const readLines = (stream: Readable, maximum: number, { onLine, onTooMuch }: Listeners) => {
  const decoder = new StringDecoder('utf8')
  let [line, bytes] = ['', 0]
  const add = (text: string) => {
    const [rest = '', ...more] = text.split('\n')
    line += rest.slice(0, MAX_LINE - line.length)
    for (const next of more) {
      onLine(line.replace(/\r$/, ''))
      line = next.slice(0, MAX_LINE)
    }
  }
  stream.on('data', (chunk: Buffer) => {
    const isWithin = bytes <= maximum
    bytes += chunk.length
    if (bytes <= maximum) add(decoder.write(chunk))
    else if (isWithin) onTooMuch()
  })
  stream.on('end', () => {
    add(decoder.end())
    if (line !== '') onLine(line)
  })
}

/** The settings that child processes need. */
const needed = new Set(['FFMPEG_PATH', 'FFPROBE_PATH', 'LOG_LEVEL'])

/**
 * The environment for child processes that read user input: that of this server without its other settings,
 * which hold the passwords of the database, the mail server and the identity provider.
 */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => needed.has(name) || !settingNames.includes(name)),
  ),
  ...sourceEnvironment,
})

export type RunOptions = {
  readonly cwd: string
  readonly signal: AbortSignal
  readonly input?: string
  readonly onLine?: (line: string) => void
  /** Called with each line of standard error. */
  readonly onLog?: (line: string) => void
  /** Seconds without output after which the program is considered stuck; absent: no limit. */
  readonly silence?: number
  /** Maximum total run time in seconds; absent: no limit. */
  readonly limit?: number
  /** Maximum bytes of standard output, and of standard error. */
  readonly maxOutput?: number
  /** Maximum memory of each process in bytes, where the system can limit it; absent: no limit. */
  readonly memory?: number | undefined
  readonly env?: Readonly<Record<string, string>>
}

/** The program exceeded its silence limit or its time limit. */
export class NoAnswerError extends Error {}

/** The program wrote more than `maxOutput`. */
export class OutputLimitError extends Error {}

export type Ended = { readonly code: number | null; readonly tail: string }

const TAIL = 4000
const PATIENCE = 5000
/** Default of `maxOutput`: ffmpeg writes 2 MB of progress an hour. */
const MAX_OUTPUT = 64 * 1024 ** 2

/**
 * Shell script that runs the program given as its arguments. It kills the whole process group when file
 * descriptor 3 closes, which happens when this process exits for any reason. It forwards SIGTERM from its first
 * line on: if SIGTERM ended the script itself, the program would keep running. Its first argument is the memory limit in
 * kilobytes; systems that do not support it, such as macOS, run the program without it.
 */
const guarded = `child= stopped=
[ -z "$1" ] || ulimit -d "$1" 2>/dev/null
shift
trap 'stopped=1; [ -z "$child" ] || kill -TERM "$child"' TERM
exec 4<&0
"$@" <&4 3<&- 4<&- & child=$!
[ -z "$stopped" ] || kill -TERM "$child"
( read -r end <&3; kill -9 -$$ ) 4<&- </dev/null >/dev/null 2>&1 & guard=$!
exec 3<&- 4<&- </dev/null
while :; do wait "$child"; code=$?; kill -0 "$child" 2>/dev/null || break; done
trap '' TERM
kill -9 "$guard" 2>/dev/null
exit "$code"`

/** SIGTERM goes to the shell, which forwards it; SIGKILL goes to the whole process group. */
const end = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(signal === 'SIGTERM' ? child.pid : -child.pid, signal)
  } catch {
    // The process has just exited.
  }
}

/** Kills processes that outlive the program: they would keep the output open, for which the caller waits. */
const sweep = ({ pid }: ChildProcess) => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left.
  }
}

const kilobytes = (bytes: number | undefined) => (bytes === undefined ? '' : String(Math.ceil(bytes / 1024)))

const start = (program: string, args: readonly string[], { cwd, env, memory }: RunOptions) =>
  spawn('/bin/sh', ['-c', guarded, 'sh', kilobytes(memory), program, ...args], {
    cwd,
    env: { ...childEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A separate process group, so that its child processes can be killed with it.
    detached: true,
  })

/** Ends the program on abort, after too long a silence, at its time limit, or because of its output. */
const watch = (program: string, child: ChildProcess, { signal, silence, limit }: RunOptions) => {
  let failure: unknown
  let timer: NodeJS.Timeout | undefined
  const fail = (error: unknown) => {
    failure ??= error
    end(child, 'SIGKILL')
  }
  const giveUp = (why: string) => () => fail(new NoAnswerError(`${program} ${why}`))
  const late =
    limit === undefined ? undefined : setTimeout(giveUp(`did not end within ${limit} s`), limit * 1000)
  const stop = () => {
    end(child, 'SIGTERM')
    timer = setTimeout(() => end(child, 'SIGKILL'), PATIENCE)
  }
  const restartTimer = () => {
    if (silence === undefined || signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(giveUp(`said nothing for ${silence} s`), silence * 1000)
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  restartTimer()
  return {
    restartTimer,
    /** Kills the program, which fails with this error. */
    fail,
    /** Why the program was killed; undefined if it was not. */
    failure: () => failure,
    done: () => {
      clearTimeout(timer)
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
    },
  }
}

const runToEnd = (program: string, args: readonly string[], options: RunOptions): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { signal, onLine, onLog, input, maxOutput = MAX_OUTPUT } = options
    const child = start(program, args, options)
    const watched = watch(program, child, options)
    let tail = ''
    const onTooMuch = () =>
      watched.fail(new OutputLimitError(`${program} wrote more than ${maxOutput} bytes`))
    const read = (stream: Readable, handle: (line: string) => void) =>
      readLines(stream, maxOutput, {
        onTooMuch,
        onLine: line => {
          watched.restartTimer()
          try {
            handle(line)
          } catch (error) {
            watched.fail(error)
          }
        },
      })
    read(child.stdout, line => onLine?.(line))
    read(child.stderr, line => {
      tail = `${tail}${line}\n`.slice(-TAIL)
      onLog?.(line)
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
    child.on('error', error => {
      watched.done()
      reject(error)
    })
    child.on('exit', () => sweep(child))
    child.on('close', code => {
      watched.done()
      if (signal.aborted) reject(signal.reason)
      else if (watched.failure() !== undefined) reject(watched.failure())
      else resolve({ code, tail })
    })
  })

/**
 * Runs a program to completion. Neither it nor its child processes outlive this process.
 * @returns its exit code and the tail of its standard error
 * @throws NoAnswerError if it was silent or ran for too long; OutputLimitError; errors of `onLine` or `onLog`; the
 * signal's reason if the signal was aborted
 */
export const run = (program: string, args: readonly string[], options: RunOptions): Promise<Ended> =>
  inSpan(path.basename(program), { 'process.executable.path': program }, () =>
    runToEnd(program, args, options),
  )
