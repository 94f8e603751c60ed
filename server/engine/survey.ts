import { buffer } from 'node:stream/consumers'
import type { DepthReport } from '~/model/depth-report'
import { darkBelow, type Survey } from '~/model/preflight'
import { depthCauses } from '~/model/quality'
import { startChild } from './child'
import { EngineError } from './engine-error'
import { opened } from './film-facts'
import { createFromMotion } from './from-motion'
import { cells, columns, rows } from './sphere-grid'

/** The video as played in the panel; `duration` in seconds. */
export type SurveyRequest = { readonly input: string; readonly duration: number; readonly ffmpeg: string }

/** Places along the video, one in half a second at most, and the pictures and pictures a second that are compared at each. */
const mostPlaces = 6
const perSecond = 2
const pictures = 4
const rate = 15

const placesIn = (duration: number) => Math.min(mostPlaces, Math.max(1, Math.floor(duration * perSecond)))

/** Limited range, as video mostly is: the brightness of black, and what is above it. */
const [black, range] = [16, 219]

const picturesAt = async ({ input, ffmpeg }: SurveyRequest, from: number, signal: AbortSignal) => {
  const filter = `fps=${rate},scale=${columns}:${rows},format=gray`
  const args = ['-nostdin', '-v', 'error', '-ss', from.toFixed(3), ...opened(input), '-an', '-vf', filter]
  const output = ['-frames:v', String(pictures), '-f', 'rawvideo', 'pipe:1']
  const { child, ended } = startChild(ffmpeg, [...args, ...output], ['ignore', 'pipe'], signal)
  const bytes = child.stdout ? await buffer(child.stdout) : Buffer.alloc(0)
  const { code, tail } = await ended
  if (code !== 0) throw new EngineError('unreadable_video', tail || 'The film cannot be read.')
  return Array.from({ length: Math.floor(bytes.length / cells) }, (_, index) =>
    bytes.subarray(index * cells, (index + 1) * cells),
  )
}

const brightness = (picture: Uint8Array) => {
  let sum = 0
  for (const value of picture) sum += value
  return Math.min(1, Math.max(0, (sum / picture.length - black) / range))
}

/** What the engine measures at one place; the first picture has none to be compared with. */
const depthAt = async (seen: readonly Uint8Array[]): Promise<DepthReport> => {
  const motion = await createFromMotion({ width: columns, height: rows, framerate: rate })
  for (const picture of seen) await motion.next(picture)
  const { measured, cause } = motion.report()
  return { measured: Math.min(1, (measured * seen.length) / (seen.length - 1)), cause }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const usualCause = (reports: readonly DepthReport[]) => {
  const count = (cause: string) => reports.filter(report => report.cause === cause).length
  return [...depthCauses].sort((one, other) => count(other) - count(one))[0]
}

const rounded = (share: number) => Math.round(share * 1000) / 1000

/**
 * Surveys a 360° video at a few places, with the engine's own measure of depth.
 * @returns undefined for a video of a single picture, in which nothing moves
 * @throws EngineError
 */
export const survey = async (request: SurveyRequest, signal: AbortSignal): Promise<Survey | undefined> => {
  const lights: number[] = []
  const reports: DepthReport[] = []
  const places = placesIn(request.duration)
  for (let place = 0; place < places; place += 1) {
    const seen = await picturesAt(request, (request.duration * (place + 0.5)) / (places + 0.5), signal)
    const [first] = seen
    if (first) lights.push(brightness(first))
    if (seen.length > 1) reports.push(await depthAt(seen))
  }
  if (reports.length === 0) return undefined
  return {
    light: rounded(mean(lights)),
    dark: rounded(lights.filter(light => light < darkBelow).length / lights.length),
    measured: rounded(mean(reports.map(({ measured }) => measured))),
    cause: usualCause(reports),
  }
}
