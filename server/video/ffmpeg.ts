import type { RunOptions } from '~/server/platform/process/run-program'
import type { Facts } from './facts'
import { Failure } from './failure'
import { runTool } from './run-tool'
import type { Tools } from './tools'

/** The environment in which tools run: working directory, abort signal, log, memory limit and tool paths. */
export type Workbench = Pick<RunOptions, 'cwd' | 'signal' | 'onLog' | 'memory'> & { readonly tools: Tools }

/** Seconds without output after which ffmpeg is considered stuck. */
export const SILENCE_LIMIT = 300

/**
 * Input arguments for user-supplied videos: always opened as mp4, whatever the file claims to be, without
 * following references to other files or URLs.
 */
export const inputArgs = (path: string): string[] => ['-protocol_whitelist', 'file', '-f', 'mov', '-i', path]

/**
 * Like `inputArgs`, but time 0 is `from` seconds after the video's first frame. Earlier frames, from the key
 * frame on, are included at negative times, so that the frame shown at 0 is known; filters drop them.
 */
export const inputArgsAt = (path: string, { start }: Pick<Facts, 'start'>, from = 0): string[] => [
  ...['-noaccurate_seek', '-seek_timestamp', '1', '-ss', (start + from).toFixed(6)],
  ...inputArgs(path),
]

const secondsIn = (line: string) => {
  const micros = /^out_time_us=(\d+)$/.exec(line)?.[1]
  return micros === undefined ? undefined : Number(micros) / 1e6
}

const errorPatterns: readonly (readonly [RegExp, ConstructorParameters<typeof Failure>[0]])[] = [
  [/No space left on device/, 'disk_full'],
  [/Cannot allocate memory|malloc of size/, 'out_of_memory'],
  [/No such file or directory/, 'file_missing'],
  [/does not contain any stream|matches no streams|Output file #0 does not contain/, 'no_video'],
  [/moov atom not found|Invalid data found|Error opening input|could not find codec/, 'unreadable_video'],
]

/**
 * Maps an exit code and error output to a failure; a kill usually means that the system ran out of memory.
 */
const failureOf = (code: number | null, tail: string) => {
  const said = tail.trim().split('\n').slice(-3).join(' ')
  const known = errorPatterns.find(([sign]) => sign.test(tail))
  if (known) return new Failure(known[1], said)
  return code === 137 || code === null
    ? new Failure('out_of_memory', 'ffmpeg was ended by the system')
    : new Failure('unreadable_video', `ffmpeg: ${said || `ended with ${code}`}`)
}

/**
 * Runs ffmpeg with progress.
 * @param onProgress seconds of the output made so far
 * @throws Failure
 */
export const ffmpeg = async (
  bench: Workbench,
  args: readonly string[],
  onProgress: (seconds: number) => void = () => undefined,
): Promise<void> => {
  const { code, tail } = await runTool(
    bench.tools.ffmpeg,
    ['-v', 'error', '-y', '-nostdin', '-nostats', '-progress', 'pipe:1', ...args],
    {
      ...bench,
      silence: SILENCE_LIMIT,
      onLine: line => {
        const seconds = secondsIn(line)
        if (seconds !== undefined) onProgress(seconds)
      },
    },
  )
  if (code !== 0) throw failureOf(code, tail)
}
