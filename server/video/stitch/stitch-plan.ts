import { withinHalfTurn } from '~/model/video/equirectangular'
import { inputArgs } from '~/server/video/ffmpeg'
import type { Lens, Lenses } from './lenses'

/** A video track in a file: `track` is its index among the video tracks, from 0. */
export type LensFilm = {
  readonly path: string
  readonly track: number
  /** The half of the frame that holds the lens, where one track holds both. */
  readonly half?: 'left' | 'right' | undefined
}

export type StitchOptions = {
  readonly front: LensFilm
  /** May be another track of the same file. */
  readonly back: LensFilm
  readonly lenses: Lenses
  /** Width of the equirectangular frame in pixels; twice its height. */
  readonly width: number
  /** In Mb/s. */
  readonly bitrate: number
  /** The audio track of the front file that is kept: its index among the audio tracks. */
  readonly audio?: number | undefined
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

const graph = ({ front, back, lenses, width }: StitchOptions, backInput: number) => {
  const film = (input: number, { track, half }: LensFilm, filter: string) =>
    `[${input}:v:${track}]setpts=PTS-STARTPTS,${half ? halves[half] : ''}format=yuv420p,${filter}`
  return [
    `${film(0, front, unwrapped(lenses.front, 0, width))}[f]`,
    `${film(backInput, back, unwrapped(lenses.back, 180, width))}[b]`,
    maskPlanes(backInput + 1, width),
    '[b][f][m]maskedmerge,format=yuv420p[v]',
  ].join(';')
}

/**
 * ffmpeg arguments that stitch two fisheye videos into one equirectangular video: the lenses are blended over
 * a narrow band where they meet; the audio is that of the front file.
 */
export const stitchPlan = (options: StitchOptions): { readonly args: readonly string[] } => {
  const { front, back, bitrate, audio, mask, output } = options
  const sound = audio === undefined ? [] : ['-map', `0:a:${audio}`, '-c:a', 'aac', '-b:a', '256k']
  const isOneFile = front.path === back.path
  const inputs = [front.path, ...(isOneFile ? [] : [back.path])].flatMap(inputArgs)
  const rates = ['-b:v', `${bitrate}M`, '-maxrate', `${bitrate * 1.5}M`, '-bufsize', `${bitrate * 2}M`]
  const args = [
    ...[...inputs, '-i', mask, '-filter_complex', graph(options, isOneFile ? 0 : 1)],
    ...['-map', '[v]', ...sound, '-c:v', 'libx264', '-preset', 'veryfast', ...rates],
    ...['-movflags', '+faststart', '-f', 'mp4', output],
  ]
  return { args }
}
