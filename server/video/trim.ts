import { exactSphereSize, isEquirectangular } from '~/model/video/equirectangular'
import type { Facts } from './facts'
import { Failure } from './failure'
import { ffmpeg, inputArgsAt, type Workbench } from './ffmpeg'
import { audioFrom0, videoAt } from './filters'
import { probe } from './probe'
import { toneMapping } from './tone-mapping'

/** A range of a video: seconds after its first frame, and frames per second. */
export type ClipRange = { readonly from: number; readonly duration: number; readonly framerate: number }

/** The number of frames of a range, at least one. */
export const frameCount = ({ duration, framerate }: Pick<ClipRange, 'duration' | 'framerate'>) =>
  Math.max(1, Math.round(duration * framerate))

/** Scales a spherical video that is a few pixels off to exactly 2:1, as 3D engines require. */
const exactSize = (facts: Facts) => {
  const { width, height } = exactSphereSize(facts)
  const isExact = facts.width === width && facts.height === height
  return isEquirectangular(facts) && !isExact ? `scale=${width}:${height}:flags=lanczos,setsar=1` : 'setsar=1'
}

/**
 * Outputs exactly the range's number of frames, each the source frame shown in its middle, and audio of that
 * length. If the video ends slightly before the range, the last frame is repeated and silence is appended.
 */
const graph = (facts: Facts, range: ClipRange) => {
  const count = frameCount(range)
  const video = [
    videoAt(facts, range.framerate),
    `tpad=stop_mode=clone:stop=${count}`,
    `trim=end_frame=${count}`,
    `${exactSize(facts)}${toneMapping(facts)}[video]`,
  ].join(',')
  if (!facts.audio) return video
  return `${video};${audioFrom0(facts.audio)},apad,atrim=end=${count / range.framerate}[audio]`
}

const beyondEnd = ({ from, duration }: ClipRange) =>
  new Failure('beyond_end', `Nothing lies between ${from} s and ${from + duration} s`)

/**
 * Cuts a range out of a video, exactly and at the requested frame rate. It is re-encoded, since a stream copy
 * could only begin at a key frame.
 * @returns the properties of the clip
 * @throws Failure beyond_end if the middle of the range is after the end of the video
 */
export const trim = async (
  bench: Workbench,
  source: string,
  facts: Facts,
  range: ClipRange,
  to: string,
  onProgress: (seconds: number) => void,
) => {
  if (range.from + range.duration / 2 >= facts.duration) throw beyondEnd(range)
  const args = [
    ...[...inputArgsAt(source, facts, range.from), '-filter_complex', graph(facts, range)],
    ...['-map', '[video]', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-pix_fmt', 'yuv420p'],
    ...(facts.audio ? ['-map', '[audio]', '-c:a', 'aac', '-b:a', '192k'] : []),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', to],
  ]
  try {
    await ffmpeg(bench, args, onProgress)
    return await probe(bench, to)
  } catch (error) {
    // The video itself is readable: if there is no frame now, the range contains none.
    if (error instanceof Failure && error.code === 'no_video') throw beyondEnd(range)
    throw error
  }
}
