import { messageOf } from '~/model/errors'
import { asObject } from '~/model/objects'
import { readSurvey, type Survey } from '~/model/video/preflight'
import { commandOf } from '~/server/platform/process/project'
import type { Workbench } from './ffmpeg'
import { runTool } from './run-tool'

/** Seconds after which a survey is given up. */
const longest = 120

const parsed = (line: string) => {
  try {
    return readSurvey(asObject(JSON.parse(line)).survey)
  } catch {
    return undefined
  }
}

/**
 * Measures light and camera motion at a few places of a 360° video.
 * @param duration seconds
 * @returns undefined if it could not be measured, for a reason that the log names: no video fails for that
 */
export const surveyVideo = async (
  bench: Workbench,
  input: string,
  duration: number,
): Promise<Survey | undefined> => {
  const [program = '', ...args] = commandOf('survey')
  let found: Survey | undefined
  const request = JSON.stringify({ input, duration, ffmpeg: bench.tools.ffmpeg })
  try {
    const { code, tail } = await runTool(program, args, {
      ...bench,
      input: request,
      limit: longest,
      onLine: line => {
        found = parsed(line) ?? found
      },
    })
    if (code !== 0) bench.onLog?.(`The survey ended with ${code}: ${tail.trim()}`)
  } catch (error) {
    // An aborted job ends; a survey that hangs does not hold the video up.
    bench.signal?.throwIfAborted()
    bench.onLog?.(`The survey failed: ${messageOf(error)}`)
  }
  return found
}
