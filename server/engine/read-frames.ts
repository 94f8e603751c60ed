import { Readable } from 'node:stream'
import { startChild } from './child'
import { EngineError } from './engine-error'
import type { EngineRequest } from './request'
import { opened } from './video-facts'

/** Size in bytes of one yuv420p frame. */
export const frameBytes = (width: number, height: number) => (width * height * 3) / 2

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
