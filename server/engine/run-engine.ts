import type { DepthReport } from '~/model/video/depth-report'
import { EngineError } from './engine-error'
import type { Messages, Result } from './messages'
import { methods } from './modes'
import { readFrames } from './read-frames'
import type { EngineRequest } from './request'
import { readFacts } from './video-facts'
import { createWarp } from './warp'
import { openVideo } from './write-video'

/** A video may be slightly shorter than announced; a truncated one must not pass as complete. */
const assertWhole = (done: number, expected: number) => {
  if (done < 0.9 * expected - 1)
    throw new EngineError(
      'unreadable_video',
      `The video ends after ${done} of ${Math.round(expected)} frames.`,
    )
}

const summaryOf = ({ measured, cause }: DepthReport) => {
  const rest = `${Math.round((1 - measured) * 100)} % of the depth`
  if (cause === 'assumed') return 'Depth is that of level ground.'
  return cause === 'estimated'
    ? `${rest} was estimated by the depth model.`
    : `${rest} fell back to level ground (${cause}).`
}

/** To a thousandth: more is noise. */
const rounded = ({ measured, cause }: DepthReport): DepthReport => ({
  measured: Math.round(measured * 1000) / 1000,
  cause,
})

/**
 * Creates the stereoscopic video.
 * @param signal aborts it and kills its child processes
 * @throws EngineError
 */
export const runEngine = async (
  request: EngineRequest,
  messages: Messages,
  signal: AbortSignal,
): Promise<Result> => {
  const facts = await readFacts(request, signal)
  messages.stage('vectorization')
  const method = await methods[request.mode](request)
  const warp = createWarp(request.width, request.height, method.columns)
  const video = openVideo(request, facts, signal)
  const expected = Math.max(1, request.duration * request.framerate)
  let done = 0
  for await (const frame of readFrames(request, signal)) {
    await video.write(warp(frame, await method.next(frame)))
    done += 1
    messages.progress(Math.min(done / expected, 1) * 0.98)
  }
  assertWhole(done, expected)
  messages.stage('convert_x264')
  await video.close()
  const quality = method.report()
  messages.log(`${done} frames. ${summaryOf(quality)}`)
  const engine = { name: 'reference', version: '1.0', method: method.name }
  return { output: request.output, layout: 'top-bottom', engine, quality: rounded(quality) }
}
