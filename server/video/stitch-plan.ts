import { asObject, isObject } from '~/model/objects'
import { type Encoder, encodingOf } from '~/model/video/encoders'
import { lensSettings } from '~/model/video/insv-pair'
import { withinHalfTurn } from '~/model/video/picture-shape'
import { inputArgs } from './ffmpeg'

/**
 * Geometry of a lens in degrees. `fov`: its field of view. `yaw`, `pitch`, `roll`: its rotation relative to
 * the nominal direction (front lens ahead, back lens behind), in this order and in the sense of ffmpeg's
 * v360: yaw to the right, pitch up.
 */
export type Lens = {
  readonly fov: number
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
}
export type Lenses = { readonly front: Lens; readonly back: Lens }

const { fov, yaw, pitch, roll } = lensSettings

const straight: Lens = { fov: fov.usual, yaw: yaw.usual, pitch: pitch.usual, roll: roll.usual }

/** Lenses by camera. Calibrated values are better: 4° of excess field of view cost 17 dB. */
export const lensTable = {
  standard: { front: straight, back: straight },
} as const satisfies Readonly<Record<string, Lenses>>

const isLens = (value: unknown): value is Lens =>
  isObject(value) &&
  Object.keys(value).every(key => Object.hasOwn(lensSettings, key)) &&
  Object.entries(lensSettings).every(([key, { least, most }]) => {
    const angle: unknown = value[key]
    return typeof angle === 'number' && angle >= least && angle <= most
  })

/** Whether the value holds both lenses, each with all settings, within their limits. */
export const areLenses = (value: unknown): value is Lenses => {
  const { front, back, ...more } = asObject(value)
  return isLens(front) && isLens(back) && Object.keys(more).length === 0
}

/** Half the width in degrees of the band in which both lenses are blended. */
const half = 5

/** A pixel's angle from straight ahead, in degrees, in an equirectangular frame. */
const angle = 'acos(clip(cos((Y+0.5-H/2)/H*PI)*cos((X+0.5-W/2)/W*2*PI),-1,1))*180/PI'

/**
 * ffmpeg arguments that create the mask of a size: white for the front lens, black for the back lens. The
 * mask is the same for all videos of that size.
 * @param width of the equirectangular frame, in pixels; twice its height
 * @param output a PNG
 */
export const maskArgs = (width: number, output: string): string[] => {
  const white = `255*clip((${half}+90-${angle})/${2 * half},0,1)`
  const source = `color=black:s=${width}x${width / 2}:r=1`
  return ['-f', 'lavfi', '-i', source, '-vf', `format=gray,geq=lum='${white}'`, '-frames:v', '1', output]
}

/** A video track in a file: `track` is its index among the video tracks, from 0. */
export type LensFilm = {
  readonly path: string
  readonly track: number
  /** The half of the frame that holds the lens, where one track holds both. */
  readonly half?: 'left' | 'right' | undefined
}

export type StitchOptions = {
  readonly front: LensFilm
  /** The back lens, which may be another track of the same file. */
  readonly back: LensFilm
  readonly lenses: Lenses
  /** Width of the equirectangular frame in pixels; twice its height. */
  readonly width: number
  /** Bitrate in Mb/s. */
  readonly bitrate: number
  /** The audio track of the front file that is kept: its index among the audio tracks. */
  readonly audio?: number | undefined
  /** Absent: x264. */
  readonly encoder?: Encoder | undefined
  /** Path of the mask created with `maskArgs` for the same width. */
  readonly mask: string
  readonly output: string
}

/** v360 rejects angles beyond half a turn. */

/** Reverses the rotation of the lens: inverse angles in the opposite order. */
const unwrapped = ({ fov, yaw, pitch, roll }: Lens, looks: number, width: number) =>
  [
    `v360=fisheye:e:ih_fov=${fov}:iv_fov=${fov}`,
    `yaw=${withinHalfTurn(-(looks + yaw))}:pitch=${-pitch}:roll=${-roll}:rorder=rpy`,
    `w=${width}:h=${width / 2}:interp=linear`,
  ].join(':')

/** The mask as yuv420p planes: blending in yuv444p would cost more and be less precise. */
const maskPlanes = (input: number, width: number) =>
  [
    `[${input}:v]format=gray,scale=${width}:${width / 2},split=3[y][u0][v0]`,
    '[u0]scale=iw/2:ih/2[u]',
    '[v0]scale=iw/2:ih/2[w]',
    '[y][u][w]mergeplanes=0x001020:yuv420p[m]',
  ].join(';')

const halves = { left: 'crop=iw/2:ih:0:0,', right: 'crop=iw/2:ih:iw/2:0,' } as const

const graph = ({ front, back, lenses, width }: StitchOptions, backInput: number, upload: string) => {
  const film = (input: number, { track, half }: LensFilm, filter: string) =>
    `[${input}:v:${track}]setpts=PTS-STARTPTS,${half ? halves[half] : ''}format=yuv420p,${filter}`
  return [
    `${film(0, front, unwrapped(lenses.front, 0, width))}[f]`,
    `${film(backInput, back, unwrapped(lenses.back, 180, width))}[b]`,
    maskPlanes(backInput + 1, width),
    `[b][f][m]maskedmerge,format=yuv420p${upload}[v]`,
  ].join(';')
}

/**
 * ffmpeg arguments that stitch two fisheye videos into one equirectangular video: the lenses are blended over
 * a narrow band where they meet; the audio is that of the front file.
 */
export const stitchPlan = (options: StitchOptions): { readonly args: readonly string[] } => {
  const { front, back, width, bitrate, audio, encoder, mask, output } = options
  const sound = audio === undefined ? [] : ['-map', `0:a:${audio}`, '-c:a', 'aac', '-b:a', '256k']
  const isOneFile = front.path === back.path
  const inputs = [front.path, ...(isOneFile ? [] : [back.path])].flatMap(inputArgs)
  const encoding = encodingOf(encoder, { width, height: width / 2 }, { megabits: bitrate })
  const args = [
    ...[...encoding.device, ...inputs, '-i', mask],
    ...['-filter_complex', graph(options, isOneFile ? 0 : 1, encoding.upload)],
    ...['-map', '[v]', ...sound, ...encoding.args],
    ...['-movflags', '+faststart', '-f', 'mp4', output],
  ]
  return { args }
}
