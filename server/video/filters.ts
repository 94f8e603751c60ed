import type { Audio, Facts } from './facts'

/** Frames at a constant rate from time 0 on; the frame shown at 0 starts before 0 or is the video's first. */
export const videoAt = (
  { tracks }: Pick<Facts, 'tracks'>,
  framerate: number,
  round: 'near' | 'up' = 'near',
) => `[0:v:${tracks[0]}]fps=${framerate}:start_time=0:round=${round}`

/** Mixes the first two ambisonic components to stereo, since no decoder plays ambisonic audio directly. */
const ambisonic = 'pan=stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0-0.5*c1,'

/** The audio from time 0 on, padded with silence if it begins later or has gaps. */
export const audioFrom0 = ({ track, isAmbisonic }: Audio) =>
  `[0:a:${track}]${isAmbisonic ? ambisonic : ''}aresample=async=1:first_pts=0`
