import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { messageOf } from '~/model/errors'
import type { Encoder } from '~/model/video/encoders'
import type { VideoReason } from '~/model/video/processing-states'
import type { Config } from '~/server/platform/config/config'
import { findProgram, isProgram } from '~/server/platform/process/machine'
import { NoAnswerError, OutputLimitError, type RunOptions, run } from '~/server/platform/process/run-program'
import { tryEncoder } from './encoder-trial'

/**
 * Runs a video tool to completion.
 * @throws Failure `no_answer` if it was silent or ran for too long, `too_much_output` if it wrote without end; the signal's
 * reason if it was aborted
 */
export const runTool = (program: string, args: readonly string[], options: RunOptions) =>
  run(program, args, options).catch(error => {
    if (error instanceof NoAnswerError) throw new Failure('no_answer', error.message)
    throw error instanceof OutputLimitError ? new Failure('too_much_output', error.message) : error
  })

/** `encoder`: of FFMPEG_ENCODER, once it has encoded something. */
export type Tools = {
  readonly ffmpeg: string
  readonly ffprobe: string
  readonly encoder?: Encoder | undefined
}

/** Required ffmpeg features, by the option that lists them. */
const needed = {
  '-filters': ['v360', 'maskedmerge', 'displace', 'mergeplanes', 'tile'],
  '-encoders': ['libx264', 'aac'],
} as const

const ask = promisify(execFile)

/** Milliseconds after which a program that has not listed its features is considered broken. */
const longest = 20_000

const located = (named: string | undefined, name: string) =>
  named ? [named].find(isProgram) : findProgram(name)

const lacking = async (ffmpeg: string) => {
  const lists = await Promise.all(
    Object.entries(needed).map(async ([option, names]) => {
      const { stdout } = await ask(ffmpeg, ['-hide_banner', option], { maxBuffer: 1 << 22, timeout: longest })
      const known = new Set(stdout.split('\n').map(line => line.trim().split(/\s+/)[1]))
      return names.filter(name => !known.has(name))
    }),
  )
  return lists.flat()
}

type ToolSettings = 'FFMPEG_PATH' | 'FFPROBE_PATH' | 'FFMPEG_ENCODER' | 'FFMPEG_DEVICE' | 'JOB_MEMORY_GB'

/** The tools, what is missing, or why FFMPEG_ENCODER is refused. */
export type FoundTools =
  | { readonly tools: Tools }
  | { readonly missing: string }
  | { readonly refused: string }

/** Finds the video tools (FFMPEG_PATH and FFPROBE_PATH, else ffmpeg and ffprobe on PATH), and tries FFMPEG_ENCODER. */
export const findTools = async (config: Pick<Config, ToolSettings>): Promise<FoundTools> => {
  const [ffmpeg, ffprobe] = [located(config.FFMPEG_PATH, 'ffmpeg'), located(config.FFPROBE_PATH, 'ffprobe')]
  if (!ffmpeg || !ffprobe)
    return { missing: 'ffmpeg is missing: install ffmpeg 5.1 or later, or set FFMPEG_PATH and FFPROBE_PATH' }
  try {
    const absent = await lacking(ffmpeg)
    if (absent.length > 0)
      return { missing: `${ffmpeg} lacks ${absent.join(', ')}: install a full ffmpeg 5.1 or later` }
    const tried = await tryEncoder({ ffmpeg, ffprobe }, config)
    return 'refused' in tried ? tried : { tools: { ffmpeg, ffprobe, ...tried } }
  } catch (error) {
    return { missing: `${ffmpeg} does not run: ${messageOf(error)}` }
  }
}

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
 * @param start timestamp of the first frame, in seconds
 */
export const inputArgsAt = (path: string, { start }: { readonly start: number }, from = 0): string[] => [
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

/** Errors of ffmpeg about an encoder, its driver or its device, not about the video. */
const encoderFailed =
  /while opening encoder|OpenEncodeSessionEx|hwupload|Device creation failed|Failed to upload/

/**
 * Maps an exit code and error output to a failure; a kill usually means that the system ran out of memory.
 * @returns an Error for a failed encoder of FFMPEG_ENCODER, which may work again: a card takes few videos at a time
 */
const failureOf = ({ encoder }: Tools, code: number | null, tail: string) => {
  const said = tail.trim().split('\n').slice(-3).join(' ')
  if (encoder && encoderFailed.test(tail)) return new Error(`${encoder.name} failed: ${said}`)
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
  if (code !== 0) throw failureOf(bench.tools, code, tail)
}

/**
 * A permanent job failure, where a retry is futile; `message` in plain English, for the record and the log.
 */
export class Failure extends Error {
  constructor(
    readonly code: VideoReason,
    message: string,
  ) {
    super(message)
    this.name = 'Failure'
  }
}
