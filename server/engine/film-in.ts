import { Readable } from 'node:stream'
import { startChild } from './child'
import { EngineError } from './engine-error'
import { opened } from './film-facts'
import type { EngineRequest } from './request'

/** Bytes of one picture as yuv420p. */
export const frameBytes = (width: number, height: number) => (width * height * 3) / 2

/** Whole pictures out of a stream of bytes. Each is good until the next is asked for. */
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
 * The film's pictures, as yuv420p of the wanted size. ffmpeg writes them to a pipe of ours, so it ends when we do.
 * @throws EngineError unreadable_video
 */
export async function* readFrames(request: EngineRequest, signal: AbortSignal): AsyncGenerator<Buffer> {
  const { width, height, ffmpeg, input } = request
  const filter = `scale=${width}:${height},format=yuv420p`
  // Each frame once: it is at the wanted frame rate already.
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
  if (code !== 0 || !count) throw new EngineError('unreadable_video', tail || 'The film holds no picture.')
}
