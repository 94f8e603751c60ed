import type { Audio, Facts } from './facts'

/** Frames at a constant rate from time 0 on; what is shown at 0 began before it, or begins the video. */
export const videoAt = (
  { tracks }: Pick<Facts, 'tracks'>,
  framerate: number,
  round: 'near' | 'up' = 'near',
) => `[0:v:${tracks[0]}]fps=${framerate}:start_time=0:round=${round}`

/** The first two components of an ambisonic recording, which no decoder plays as it is, as left and right. */
const ambisonic = 'pan=stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0-0.5*c1,'

/** The audio from time 0 on: silence where it begins later or has a gap. */
export const audioFrom0 = ({ track, isAmbisonic }: Audio) =>
  `[0:a:${track}]${isAmbisonic ? ambisonic : ''}aresample=async=1:first_pts=0`
