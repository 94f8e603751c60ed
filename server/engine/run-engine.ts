import { EngineError } from './engine-error'
import { readFacts } from './film-facts'
import { readFrames } from './film-in'
import { openFilm } from './film-out'
import type { Messages, Result } from './messages'
import { methods } from './modes'
import type { EngineRequest } from './request'
import { createWarp } from './warp'

/** A film may be an image or two shorter than it was said to be; one that breaks off must not pass for whole. */
const assertWhole = (done: number, expected: number) => {
  if (done < 0.9 * expected - 1)
    throw new EngineError(
      'unreadable_video',
      `The film ends after ${done} of ${Math.round(expected)} pictures.`,
    )
}

/**
 * Makes the film of two eyes.
 * @param signal ends it, and the programs it runs
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
  const film = openFilm(request, facts, signal)
  const expected = Math.max(1, request.duration * request.framerate)
  let done = 0
  for await (const picture of readFrames(request, signal)) {
    await film.write(warp(picture, method.next(picture)))
    done += 1
    messages.progress(Math.min(done / expected, 1) * 0.98)
  }
  assertWhole(done, expected)
  messages.stage('convert_x264')
  await film.close()
  messages.log(`${done} pictures. ${method.summary()}`)
  const engine = { name: 'reference', version: '1.0', method: method.name }
  return { output: request.output, layout: 'top-bottom', engine }
}
