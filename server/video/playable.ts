import { existsSync } from 'node:fs'
import { ffmpeg, opened, type Workbench } from './ffmpeg'
import type { Facts } from './probe'

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

/** Encoded to be watched in a browser while it comes, and to be searched in: a key image every half second. */
const watched = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-g', '15', '-pix_fmt', 'yuv420p']
const sound = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']

type Made = { readonly low: string; readonly sprite: string }

/** Makes what plays in the panel, and the pictures of its timeline, in one reading of the film. */
export const makePlayable = (
  bench: Workbench,
  source: string,
  { width, height }: Pick<Facts, 'width' | 'height'>,
  timeline: Timeline,
  to: Made,
  onProgress: (seconds: number) => void,
) => {
  const size =
    width === 2 * height ? 'scale=1280:640' : "scale='min(1280,iw)':-2,pad=ceil(iw/2)*2:ceil(ih/2)*2"
  const pictures = `fps=1/${timeline.every}:round=up,scale=${timeline.width}:${timeline.height},tile=${timeline.columns}x${timeline.rows}`
  return ffmpeg(
    bench,
    [
      ...opened(source),
      ...['-filter_complex', `[0:v:0]split=2[a][b];[a]${size}[low];[b]${pictures}[sprite]`],
      ...['-map', '[low]', '-map', '0:a:0?', ...watched, ...sound, '-movflags', '+faststart', to.low],
      ...['-map', '[sprite]', '-frames:v', '1', '-q:v', '5', '-f', 'image2', '-update', '1', to.sprite],
    ],
    onProgress,
  )
}

/** One image of a film, from a tenth of its way; the first where there is none, as in a film of a single image. */
export const makePoster = async (bench: Workbench, low: string, seconds: number, to: string) => {
  const image = (from: number) =>
    ffmpeg(bench, [
      ...['-ss', String(from), ...opened(low), '-frames:v', '1', '-q:v', '4'],
      ...['-f', 'image2', '-update', '1', to],
    ])
  await image(seconds / 10)
  if (!existsSync(to)) await image(0)
}

/** The stereoscopic film as the panel plays it: each eye 1280 by 640, one above the other. */
export const makeStereoLow = (
  bench: Workbench,
  source: string,
  to: string,
  onProgress: (seconds: number) => void,
) =>
  ffmpeg(
    bench,
    [
      ...opened(source),
      ...['-map', '0:v:0', '-map', '0:a:0?', '-vf', "scale='min(1280,iw)':'min(1280,ih)'"],
      ...[...watched, ...sound, '-movflags', '+faststart', to],
    ],
    onProgress,
  )

/** A film that any engine may have made, as one that players of mp4 take: copied where it is so already. */
export const makeStandard = (
  bench: Workbench,
  source: string,
  { codec }: Pick<Facts, 'codec'>,
  to: string,
  onProgress: (seconds: number) => void,
) =>
  ffmpeg(
    bench,
    [
      ...['-protocol_whitelist', 'file', '-i', source, '-map', '0:v:0', '-map', '0:a:0?'],
      ...(codec === 'h264'
        ? ['-c:v', 'copy']
        : ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p']),
      ...['-c:a', 'aac', '-movflags', '+faststart', to],
    ],
    onProgress,
  )
