import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
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

/** `audio` is the audio codec; `colour` are ffmpeg arguments that preserve the input's colour metadata. */
type VideoFacts = {
  readonly audio: string | undefined
  readonly colour: readonly string[]
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

const readStreams = async (
  { ffprobe, input }: EngineRequest,
  signal: AbortSignal,
): Promise<readonly Stream[]> => {
  const args = ['-v', 'error', '-show_streams', '-of', 'json', ...opened(input)]
  const { child, ended } = startChild(ffprobe, args, ['ignore', 'pipe'], signal)
  const said = child.stdout ? await text(child.stdout) : ''
  const { code, tail } = await ended
  if (code === null) throw new EngineError('engine_failed', `ffprobe does not run: ${tail}`)
  if (code !== 0) throw new EngineError('unreadable_video', tail || 'ffprobe cannot read the video.')
  return JSON.parse(said).streams ?? []
}

/**
 * Reads the properties of the input that the engine needs.
 * @throws EngineError unreadable_video, not_equirectangular
 */
export const readFacts = async (request: EngineRequest, signal: AbortSignal): Promise<VideoFacts> => {
  const streams = await readStreams(request, signal)
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
  }
}

/** Size in bytes of one yuv420p frame. */
const frameBytes = (width: number, height: number) => (width * height * 3) / 2

/** Splits a byte stream into frames. Each frame is valid until the next one is requested. */
async function* framesOf(stream: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const frame = Buffer.alloc(size)
  let filled = 0
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(frame, filled, at)
      at += taken
      filled += taken
      if (filled < size) continue
      filled = 0
      yield frame
    }
  }
}

/**
 * Reads the video's frames as yuv420p at the requested size. ffmpeg writes to a pipe of this process, so it
 * exits with this process.
 * @throws EngineError unreadable_video
 */
export async function* readFrames(request: EngineRequest, signal: AbortSignal): AsyncGenerator<Buffer> {
  const { width, height, ffmpeg, input } = request
  const filter = `scale=${width}:${height},format=yuv420p`
  // Each frame once: the input already has the requested frame rate.
  const each = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-vf', filter]
  const args = [...opened(input), ...each, '-f', 'rawvideo', 'pipe:1']
  const { child, ended } = startChild(
    ffmpeg,
    ['-nostdin', '-v', 'error', ...args],
    ['ignore', 'pipe'],
    signal,
  )
  let count = 0
  try {
    for await (const frame of framesOf(child.stdout ?? Readable.from([]), frameBytes(width, height))) {
      count += 1
      yield frame
    }
  } finally {
    child.kill('SIGKILL')
  }
  const { code, tail } = await ended
  if (code === null && !count) throw new EngineError('engine_failed', `ffmpeg does not run: ${tail}`)
  if (code !== 0 || !count) throw new EngineError('unreadable_video', tail || 'The video holds no frame.')
}

const encodeArgs = (
  { width, height, framerate, input, output }: EngineRequest,
  { audio, colour }: VideoFacts,
) => [
  ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${2 * height}`],
  ...['-framerate', String(framerate)],
  ...['-i', 'pipe:0', ...opened(input), '-map', '0:v', '-map', '1:a?'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p', ...colour],
  ...(audio === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '256k']),
  ...['-movflags', '+faststart', '-f', 'mp4', output],
]

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
  const { child, ended } = startChild(request.ffmpeg, args, ['pipe', 'ignore'], signal)
  let ending: { code: number | null; tail: string } | undefined
  ended.then(result => {
    ending = result
  })
  return {
    /** @throws EngineError out_of_memory, engine_failed */
    write: async (frame: Buffer) => {
      if (ending) throw failure(ending.code, ending.tail)
      if (!child.stdin?.write(frame) && child.stdin) await Promise.race([once(child.stdin, 'drain'), ended])
    },
    /** Waits until the file is complete. @throws EngineError out_of_memory, engine_failed */
    close: async () => {
      child.stdin?.end()
      const { code, tail } = await ended
      if (code !== 0) throw failure(code, tail)
    },
  }
}
