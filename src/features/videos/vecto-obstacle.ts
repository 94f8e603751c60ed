import type { PanelVideo } from '~/model/record-of'
import { shapeProblem } from '~/model/video/picture-shape'
import { hasFailed } from './job-progress'

export type Obstacle = 'failed' | 'pending' | 'flat'

type Shown = Pick<PanelVideo, 'width' | 'height' | 'shape'>
type Source = Pick<PanelVideo, 'status' | 'pending' | 'duration'> & Shown

/** An unknown size is no obstacle: the server decides. */
const problemOf = (video: Shown) => (video.width && video.height ? shapeProblem(video) : undefined)

/** The text key of the problem with the shape of the frames and its remedy; undefined if only the aspect ratio is wrong. */
export const shapeText = (video: Shown) => {
  const problem = problemOf(video)
  return problem && problem !== 'not_360' ? `validation.${problem}` : undefined
}

/** Why no 3D video can be made from this 360° video, as a text key; null if one can. */
export const vectoObstacle = (video: Source): Obstacle | null => {
  if (hasFailed(video)) return 'failed'
  if (video.pending) return 'pending'
  if (problemOf(video)) return 'flat'
  return Number(video.duration) > 0 ? null : 'pending'
}
