import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type DepthReport, depthCauses } from '~/model/video/depth-report'
import { darkBelow, type Survey } from '~/model/video/preflight'
import { createFromMotion } from './from-motion'
import { EngineError } from './request'
import { cells, columns, rows } from './sphere-grid'
import { opened, startChild } from './video'

/** The video as played in the panel; `duration` in seconds. */
type SurveyRequest = { readonly input: string; readonly duration: number; readonly ffmpeg: string }

/** Places along the video, one in half a second at most, and the frames and frames a second that are compared at each. */
const mostPlaces = 6
const perSecond = 2
const frames = 4
const rate = 15

/** Limited range, as of most videos: luminance of black, and the range above it. */
const [black, range] = [16, 219]

type Place = { readonly from: number; readonly pipe: number }

/** Places along the video, in seconds; ffmpeg writes the frames of each to a descriptor of its own. */
const placesIn = (duration: number): Place[] => {
  const count = Math.min(mostPlaces, Math.max(1, Math.floor(duration * perSecond)))
  return Array.from({ length: count }, (_, place) => ({
    from: (duration * (place + 0.5)) / (count + 0.5),
    pipe: place + 3,
  }))
}

const filter = `fps=${rate},scale=${columns}:${rows},format=gray`
const output = ['-an', '-vf', filter, '-frames:v', String(frames), '-f', 'rawvideo']

const framesIn = (bytes: Uint8Array) =>
  Array.from({ length: Math.floor(bytes.length / cells) }, (_, index) =>
    bytes.subarray(index * cells, (index + 1) * cells),
  )

/** The frames at each place, from one run of ffmpeg: starting it takes longer than reading them. */
const framesAt = async (
  { input, ffmpeg }: SurveyRequest,
  places: readonly Place[],
  signal: AbortSignal,
): Promise<Uint8Array[][]> => {
  const inputs = places.flatMap(({ from }) => ['-threads', '1', '-ss', from.toFixed(3), ...opened(input)])
  const outputs = places.flatMap(({ pipe }, index) => ['-map', `${index}:v:0`, ...output, `pipe:${pipe}`])
  const { child, ended } = startChild(
    ffmpeg,
    ['-nostdin', '-v', 'error', ...inputs, ...outputs],
    ['ignore', 'ignore', ...places.map(() => 'pipe' as const)],
    signal,
  )
  const read = ({ pipe }: Place) => {
    const stream = child.stdio[pipe]
    return stream instanceof Readable ? buffer(stream) : Buffer.alloc(0)
  }
  const bytes = await Promise.all(places.map(read))
  const { code, tail } = await ended
  if (code !== 0) throw new EngineError('unreadable_video', tail || 'The video cannot be read.')
  return bytes.map(framesIn)
}

const brightness = (frame: Uint8Array) => {
  let sum = 0
  for (const value of frame) sum += value
  return Math.min(1, Math.max(0, (sum / frame.length - black) / range))
}

/** Depth that the engine measures at one place. The first frame has no predecessor to compare with. */
const depthAt = async (seen: readonly Uint8Array[]): Promise<DepthReport> => {
  const motion = createFromMotion({ framerate: rate })
  for (const frame of seen) await motion.next(frame, frame)
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
 * @returns undefined for a video of a single frame, in which nothing moves
 * @throws EngineError
 */
export const survey = async (request: SurveyRequest, signal: AbortSignal): Promise<Survey | undefined> => {
  const lights: number[] = []
  const reports: DepthReport[] = []
  const found = await framesAt(request, placesIn(request.duration), signal)
  for (const seen of found) {
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
