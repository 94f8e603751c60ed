import { existsSync } from 'node:fs'
import { isEquirectangular } from '~/model/video/equirectangular'
import type { Facts } from './facts'
import { ffmpeg, inputArgs, inputArgsAt, type Workbench } from './ffmpeg'
import { audioFrom0, videoAt } from './filters'
import { toneMapping } from './tone-mapping'

/** Frames of a sprite: their size in pixels and the number per row. */
const PICTURE = { width: 160, height: 80, columns: 20 }
const FEWEST = 12
const MOST = 200

/** The frames of a video's timeline: frame `i` is shown at `i * every` seconds. */
export type Timeline = {
  readonly every: number
  readonly count: number
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
}

export const timelineOf = ({ duration }: Pick<Facts, 'duration'>): Timeline => {
  const count = Math.min(MOST, Math.max(FEWEST, Math.ceil(duration)))
  const { width, height, columns } = PICTURE
  return { every: duration / count, count, columns, rows: Math.ceil(count / columns), width, height }
}

/** Encoding for progressive playback and seeking in a browser: a key frame every half second. */
const watched = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-g', '15', '-pix_fmt', 'yuv420p']
const stereo = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
/** Strips metadata such as chapters, timecodes and the recording location. */
const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart']

/** Maximum frame rate for playback: more is not visible, and few browsers keep up. */
const fastest = 120

const lowSize = (facts: Facts) =>
  isEquirectangular(facts)
    ? 'scale=1280:640,setsar=1'
    : "scale='min(1280,iw)':-2,pad=ceil(iw/2)*2:ceil(ih/2)*2"

type Made = { readonly low: string; readonly sprite: string }

const playableGraph = (facts: Facts, { every, width, height, columns, rows }: Timeline) => {
  const sprite = `fps=1/${every}:round=up,scale=${width}:${height}${toneMapping(facts)},tile=${columns}x${rows}`
  return [
    `${videoAt(facts, Math.min(facts.framerate, fastest))},split=2[a][b]`,
    `[a]${lowSize(facts)}${toneMapping(facts)}[low]`,
    `[b]${sprite}[sprite]`,
    ...(facts.audio ? [`${audioFrom0(facts.audio)},atrim=end=${facts.duration}[audio]`] : []),
  ].join(';')
}

/**
 * Creates the video for playback in the panel and its timeline sprite in a single pass over the source. The
 * frame rate is constant, and playback begins with the first frame, whatever the timestamps of the file.
 */
export const makePlayable = (
  bench: Workbench,
  source: string,
  facts: Facts,
  timeline: Timeline,
  to: Made,
  onProgress: (seconds: number) => void,
) => {
  const audio = facts.audio ? ['-map', '[audio]', ...stereo] : []
  return ffmpeg(
    bench,
    [
      ...[...inputArgsAt(source, facts), '-filter_complex', playableGraph(facts, timeline)],
      ...['-map', '[low]', ...audio, ...watched, ...bare, to.low],
      ...['-map', '[sprite]', '-frames:v', '1', '-q:v', '5', '-f', 'image2', '-update', '1', to.sprite],
    ],
    onProgress,
  )
}

/** Extracts the frame at a tenth of the duration, or the first frame, as for a video of a single frame. */
export const makePoster = async (bench: Workbench, low: string, seconds: number, to: string) => {
  const image = (from: number) =>
    ffmpeg(bench, [
      ...['-ss', String(from), ...inputArgs(low), '-frames:v', '1', '-q:v', '4'],
      ...['-f', 'image2', '-update', '1', to],
    ])
  await image(seconds / 10)
  if (!existsSync(to)) await image(0)
}

/** Creates the stereoscopic video for playback in the panel: 1280 by 640 per eye, top-bottom. */
export const makeStereoLow = (
  bench: Workbench,
  source: string,
  { duration }: Pick<Facts, 'duration'>,
  to: string,
  onProgress: (seconds: number) => void,
) =>
  ffmpeg(
    bench,
    [
      ...[...inputArgs(source), '-map', '0:v:0', '-map', '0:a:0?', '-fps_mode', 'passthrough'],
      ...['-vf', "scale='min(1280,iw)':'min(1280,ih)'", '-af', `atrim=end=${duration}`],
      ...[...watched, ...stereo, ...bare, to],
    ],
    onProgress,
  )

const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p']

/** Converts an engine's output to a standard mp4; streams that already are standard are copied. */
export const makeStandard = (
  bench: Workbench,
  source: string,
  { codec, audio, duration, tracks }: Pick<Facts, 'codec' | 'audio' | 'duration' | 'tracks'>,
  to: string,
  onProgress: (seconds: number) => void,
) => {
  const sound = audio?.codec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-af', `atrim=end=${duration}`]
  return ffmpeg(
    bench,
    [
      ...['-protocol_whitelist', 'file', '-i', source, '-map', `0:v:${tracks[0]}`],
      ...(codec === 'h264' ? ['-c:v', 'copy'] : ['-fps_mode', 'passthrough', ...h264]),
      ...(audio ? ['-map', `0:a:${audio.track}`, ...sound] : []),
      ...['-movflags', '+faststart', to],
    ],
    onProgress,
  )
}
