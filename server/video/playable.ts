import { existsSync } from 'node:fs'
import { isEquirectangular } from '~/model/equirectangular'
import type { Facts } from './facts'
import { ffmpeg, inputArgs, inputArgsAt, type Workbench } from './ffmpeg'
import { audioFrom0, videoAt } from './filters'

/** Pictures of a sprite: their size in pixels and how many stand in a row. */
const PICTURE = { width: 160, height: 80, columns: 20 }
const FEWEST = 12
const MOST = 200

/** What the timeline of a film shows: picture `i` is what is seen at `i * every` seconds. */
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

/** Encoded to be watched in a browser while it loads, and to be searched in: a key frame every half second. */
const watched = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-g', '15', '-pix_fmt', 'yuv420p']
const stereo = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
/** Chapters, timecodes and the place of the recording are tracks and texts that nobody asked for. */
const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart']

/** Frames a second of what is watched: more are seen by nobody, and few browsers keep up. */
const fastest = 120

const lowSize = (facts: Facts) =>
  isEquirectangular(facts)
    ? 'scale=1280:640,setsar=1'
    : "scale='min(1280,iw)':-2,pad=ceil(iw/2)*2:ceil(ih/2)*2"

type Made = { readonly low: string; readonly sprite: string }

const playableGraph = (facts: Facts, { every, width, height, columns, rows }: Timeline) => {
  const sprite = `fps=1/${every}:round=up,scale=${width}:${height},tile=${columns}x${rows}`
  return [
    `${videoAt(facts, Math.min(facts.framerate, fastest))},split=2[a][b]`,
    `[a]${lowSize(facts)}[low]`,
    `[b]${sprite}[sprite]`,
    ...(facts.audio ? [`${audioFrom0(facts.audio)},atrim=end=${facts.duration}[audio]`] : []),
  ].join(';')
}

/**
 * Makes what plays in the panel, and the frames of its timeline, in one reading of the video. Its frames come at a
 * constant rate, and it begins with the first of them, whatever the clock of the file.
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

/** One image of a film, from a tenth of its way; the first where there is none, as in a film of a single image. */
export const makePoster = async (bench: Workbench, low: string, seconds: number, to: string) => {
  const image = (from: number) =>
    ffmpeg(bench, [
      ...['-ss', String(from), ...inputArgs(low), '-frames:v', '1', '-q:v', '4'],
      ...['-f', 'image2', '-update', '1', to],
    ])
  await image(seconds / 10)
  if (!existsSync(to)) await image(0)
}

/** The stereoscopic video as the panel plays it: each eye 1280 by 640, one above the other. */
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

/** A video that any engine may have made, as one that players of mp4 take: copied where it is so already. */
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
