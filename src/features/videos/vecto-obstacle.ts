import type { PanelVideo } from '~/model/record-types'
import { isEquirectangular } from '~/model/video/equirectangular'
import { hasFailed } from './job-progress'

export type Obstacle = 'failed' | 'pending' | 'flat'

type Source = Pick<PanelVideo, 'status' | 'pending' | 'width' | 'height' | 'duration'>

/** An unknown size is no obstacle: the server decides. */
const isSphere = ({ width, height }: Pick<PanelVideo, 'width' | 'height'>) =>
  !width || !height || isEquirectangular({ width: Number(width), height: Number(height) })

/** Why no 3D video can be made from this 360° video, as a text key; null if one can. */
export const vectoObstacle = (video: Source): Obstacle | null => {
  if (hasFailed(video)) return 'failed'
  if (video.pending) return 'pending'
  if (!isSphere(video)) return 'flat'
  return Number(video.duration) > 0 ? null : 'pending'
}
