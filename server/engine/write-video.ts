import { once } from 'node:events'
import { startChild } from './child'
import { EngineError } from './engine-error'
import type { EngineRequest } from './request'
import { opened, type VideoFacts } from './video-facts'

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
