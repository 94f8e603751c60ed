import type { Video } from '~/model/record-types'
import { shapeProblem } from '~/model/video/picture-shape'
import type { Declared } from '~/model/video/spherical'
import type { JobRun } from '~/server/features/processing/job-run'
import { part } from '~/server/features/processing/work-folder'
import type { Facts } from '~/server/video/facts'
import { Failure } from '~/server/video/failure'
import { declarationsOf, examineShape } from '~/server/video/picture-shape'
import { makePlayable, makePoster, timelineOf } from '~/server/video/playable'
import { probe } from '~/server/video/probe'
import { withReadableAudio } from '~/server/video/readable-audio'
import { surveyVideo } from '~/server/video/survey'
import { requireWhole } from '~/server/video/whole-file'

/** Minimum width and height in pixels; anything smaller is not usable. */
const SMALLEST = 64
/** Seconds, and the share of the whole, by which a video may be shorter than its header claims. */
const SLACK = { seconds: 0.5, share: 0.02 }
/** End of the playback stage as a share of the whole work. */
const END = 0.98

export const checkSize = ({ width, height }: Pick<Facts, 'width' | 'height'>) => {
  if (width < SMALLEST || height < SMALLEST)
    throw new Failure('too_small', `The picture is ${width}x${height}`)
}

type Lasting = Pick<Facts, 'duration'>

/** Rejects a video whose header claims more than its data holds. */
export const checkLength = (claimed: Lasting, real: Lasting) => {
  const missing = claimed.duration - real.duration
  if (missing > Math.max(SLACK.seconds, claimed.duration * SLACK.share))
    throw new Failure(
      'truncated',
      `The film should last ${claimed.duration.toFixed(2)} s and ends after ${real.duration.toFixed(2)} s`,
    )
}

export type Examined = { readonly facts: Facts; readonly declared: readonly Declared[] }

/** Probes a video and checks that it is usable. @throws Failure */
export const examined = async ({ bench }: JobRun, source: string): Promise<Examined> => {
  const facts = await probe(bench, source)
  await requireWhole(source)
  checkSize(facts)
  const heard = await withReadableAudio(bench, source, facts)
  return { facts: heard, declared: await declarationsOf(source) }
}

/**
 * Generates the playback files of a 360° video, a low-resolution video, the timeline images and a poster, names what
 * its frames show, and measures how well a whole sphere suits a 3D video.
 * @param from share of the whole work done before
 */
export const watchable = async (
  run: JobRun,
  video: Video,
  source: string,
  { facts, declared }: Examined,
  from: number,
) => {
  const { bench, work, report } = run
  const timeline = timelineOf(facts)
  const onProgress = (seconds: number) =>
    report(video, 'playable', from + (seconds / facts.duration) * (END - from))
  const [sprite, low] = await work.parts(['sprite.jpg', 'low.mp4'] as const, to =>
    makePlayable(bench, source, facts, timeline, { sprite: to[0], low: to[1] }, onProgress),
  )
  const real = await probe(bench, low)
  checkLength(facts, real)
  const poster = await part(work, 'poster.jpg', to => makePoster(bench, low, real.duration, to))
  const shape = await examineShape(bench, { declared, facts }, { path: low, facts: real })
  const problem = shapeProblem({ shape, ...facts })
  const preflight = problem ? undefined : await surveyVideo(bench, low, real.duration)
  return { low, poster, sprite, timeline, shape, preflight }
}
