import { type ChildProcess, spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { encodingOf } from '~/model/video/encoders'
import { isEquirectangular } from '~/model/video/picture-shape'
import { EngineError, type EngineRequest } from './request'

const tailKept = 4000

type Ending = { readonly code: number | null; readonly tail: string }

/**
 * Starts a child process, which is killed when `signal` aborts.
 * @param stdio of its standard input and output, and of descriptors from 3 on; the tail of its standard error is kept
 */
export const startChild = (
  program: string,
  args: readonly string[],
  [input, output, ...more]: readonly ('pipe' | 'ignore')[],
  signal: AbortSignal,
  environment: Readonly<Record<string, string>> = {},
) => {
  const child: ChildProcess = spawn(program, args, {
    stdio: [input, output, 'pipe', ...more],
    signal,
    killSignal: 'SIGKILL',
    env: { ...process.env, ...environment },
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

/**
 * `audio` is the audio codec; `colour` are ffmpeg arguments that preserve the input's colour metadata; `ffmpegVersion` is the
 * major version, 0 if unknown.
 */
type VideoFacts = {
  readonly audio: string | undefined
  readonly colour: readonly string[]
  readonly ffmpegVersion: number
}

type Stream = Readonly<Record<string, unknown>> & { readonly codec_type?: string }

const colourFlags: Readonly<Record<string, string>> = {
  color_space: '-colorspace',
  color_transfer: '-color_trc',
  color_primaries: '-color_primaries',
}

const colourOf = (video: Stream) =>
  Object.entries(colourFlags).flatMap(([key, flag]) => {
    const value = video[key]
    return typeof value === 'string' && value !== 'unknown' && value !== 'reserved' ? [flag, value] : []
  })

/** Opens the trimmed video always as mp4, regardless of its content, without references to other files. */
export const opened = (path: string) => ['-protocol_whitelist', 'file', '-f', 'mov', '-i', path]

type Probe = {
  readonly streams?: readonly Stream[]
  readonly program_version?: { readonly version?: string }
}

const probe = async ({ ffprobe, input }: EngineRequest, signal: AbortSignal): Promise<Probe> => {
  const args = ['-v', 'error', '-show_program_version', '-show_streams', '-of', 'json', ...opened(input)]
  const { child, ended } = startChild(ffprobe, args, ['ignore', 'pipe'], signal)
  const said = child.stdout ? await text(child.stdout) : ''
  const { code, tail } = await ended
  if (code === null) throw new EngineError('engine_failed', `ffprobe does not run: ${tail}`)
  if (code !== 0) throw new EngineError('unreadable_video', tail || 'ffprobe cannot read the video.')
  return JSON.parse(said)
}

/**
 * Reads the properties of the input that the engine needs.
 * @throws EngineError unreadable_video, not_equirectangular
 */
export const readFacts = async (request: EngineRequest, signal: AbortSignal): Promise<VideoFacts> => {
  const { streams = [], program_version } = await probe(request, signal)
  const video = streams.find(stream => stream.codec_type === 'video')
  if (!video) throw new EngineError('unreadable_video', 'The file has no video stream.')
  const [width, height] = [Number(video.width), Number(video.height)]
  if (!isEquirectangular({ width, height }))
    throw new EngineError(
      'not_equirectangular',
      `A whole sphere is twice as wide as high, not ${width} × ${height}.`,
    )
  const audio = streams.find(stream => stream.codec_type === 'audio')
  return {
    audio: audio && String(audio.codec_name),
    colour: colourOf(video),
    ffmpegVersion: Number.parseInt(program_version?.version ?? '', 10) || 0,
  }
}

/** A frame to be filled. */
type Held = { readonly frame: Uint8Array }

/** Fills frames in turn from a byte stream, again and again. */
async function* framesOf<T extends Held>(
  stream: AsyncIterable<Buffer>,
  held: readonly T[],
): AsyncGenerator<T> {
  let [count, filled] = [0, 0]
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      const next = held[count % held.length]
      if (!next) return
      const taken = Math.min(chunk.length - at, next.frame.length - filled)
      next.frame.set(chunk.subarray(at, at + taken), filled)
      at += taken
      filled += taken
      if (filled < next.frame.length) continue
      filled = 0
      count += 1
      yield next
    }
  }
}

/** Pixels of both eyes above which memory is short: one frame of x264 takes 6 bytes a pixel or more. */
const huge = 20_000_000

type EyeSize = { readonly width: number; readonly height: number }

/** Whether frames of this size are so large that memory is short. */
export const isHuge = ({ width, height }: EyeSize) => 2 * width * height > huge

/**
 * All threads share one heap, so that a freed frame serves all of them: in some runs the decoder held three more. Freed
 * frames stay in the heap: returned to the system, each would be reserved and cleared again; not where memory is short. Other
 * libraries than glibc ignore it.
 */
const heapFor = (size: EyeSize) => {
  const kept = isHuge(size) ? [] : ['mmap_threshold=33554432', 'trim_threshold=268435456']
  return { GLIBC_TUNABLES: ['arena_max=1', ...kept].map(each => `glibc.malloc.${each}`).join(':') }
}

/**
 * Starts to read the video's frames as yuv420p at the requested size. ffmpeg writes to a pipe of this process, so it exits
 * with this process.
 * @returns a function that reads them one by one into frames in turn: each is valid until its turn comes again
 */
export const startReading = (request: EngineRequest, signal: AbortSignal) => {
  const { width, height, ffmpeg, input } = request
  const filter = `scale=${width}:${height},format=yuv420p`
  // Each frame once: the input already has the requested frame rate.
  const each = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-vf', filter]
  // Each thread holds frames of its own.
  const threads = isHuge(request) ? ['-threads', '1'] : []
  const args = [...threads, ...opened(input), ...each, '-f', 'rawvideo', '-avioflags', 'direct', 'pipe:1']
  const { child, ended } = startChild(
    ffmpeg,
    ['-nostdin', '-v', 'error', ...args],
    ['ignore', 'pipe'],
    signal,
    heapFor(request),
  )
  // Without a listener, Node discards the output of a process that ends before it is read.
  child.stdout?.on('readable', () => undefined)
  /** @throws EngineError unreadable_video */
  return async function* <T extends Held>(held: readonly T[]): AsyncGenerator<T> {
    let count = 0
    try {
      for await (const filled of framesOf(child.stdout ?? Readable.from([]), held)) {
        count += 1
        yield filled
      }
    } finally {
      child.kill('SIGKILL')
    }
    const { code, tail } = await ended
    if (code === null && !count) throw new EngineError('engine_failed', `ffmpeg does not run: ${tail}`)
    if (code !== 0 || !count) throw new EngineError('unreadable_video', tail || 'The video holds no frame.')
  }
}

const encoding = ({ width, height }: EyeSize, encoder?: EngineRequest['encoder']) =>
  encodingOf(encoder, { width, height: 2 * height }, { crf: 18 })

/**
 * Arguments of the encoder for a video of both eyes. x264 holds 15 to 25 frames by default, 2.4 GB at 5760 × 2880; without
 * frames that wait for later ones it holds six. Its search for the best coefficients makes up for most of the larger file.
 * @param size of one eye
 * @param chosen the encoder and its arguments; absent: x264
 */
export const encoderArgs = (size: EyeSize, chosen = encoding(size)) => [
  ...[...chosen.args, ...chosen.pixels],
  ...(isHuge(size) && chosen.name === 'libx264'
    ? ['-x264-params', 'bframes=0:rc-lookahead=1:sync-lookahead=0:sliced-threads=1:trellis=1']
    : []),
]

const encodeArgs = (request: EngineRequest, { audio, colour, ffmpegVersion }: VideoFacts) => {
  const { width, height, framerate, input, output } = request
  // Frames that wait to be encoded: from ffmpeg 6 on, at least one.
  const queue = isHuge(request) ? ['-thread_queue_size', ffmpegVersion === 5 ? '0' : '1'] : []
  const chosen = encoding(request, request.encoder)
  return [
    ...chosen.device,
    ...[...queue, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${2 * height}`],
    ...['-framerate', String(framerate)],
    ...['-i', 'pipe:0', ...opened(input), '-map', '0:v', '-map', '1:a?'],
    ...(chosen.upload ? ['-vf', chosen.upload.slice(1)] : []),
    ...[...encoderArgs(request, chosen), ...colour],
    ...(audio === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '256k']),
    ...['-movflags', '+faststart', '-f', 'mp4', output],
  ]
}

const failure = (code: number | null, tail: string) =>
  code === null
    ? new EngineError(
        'out_of_memory',
        tail || 'The encoder was ended by the system, most often for want of memory.',
      )
    : new EngineError('engine_failed', `The encoder ended with ${code}. ${tail}`)

/**
 * Encodes stereo frames, the left eye above the right, with the input's audio. ffmpeg reads from a pipe of
 * this process, so it exits with this process.
 */
export const openVideo = (request: EngineRequest, facts: VideoFacts, signal: AbortSignal) => {
  const args = ['-v', 'error', '-y', ...encodeArgs(request, facts)]
  const { child, ended } = startChild(request.ffmpeg, args, ['pipe', 'ignore'], signal, heapFor(request))
  const { stdin } = child
  return {
    /** Writes a part of a frame; the bytes may change once it is done. @throws EngineError out_of_memory, engine_failed */
    write: async (bytes: Uint8Array) => {
      const isWritten = await new Promise<boolean>(resolve => {
        if (stdin?.writable) stdin.write(bytes, error => resolve(!error))
        else resolve(false)
      })
      if (isWritten) return
      const { code, tail } = await ended
      throw failure(code, tail)
    },
    /** Waits until the file is complete. @throws EngineError out_of_memory, engine_failed */
    close: async () => {
      stdin?.end()
      const { code, tail } = await ended
      if (code !== 0) throw failure(code, tail)
    },
  }
}

export type OpenVideo = ReturnType<typeof openVideo>
