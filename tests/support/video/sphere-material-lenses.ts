import { join } from 'node:path'
import type { Lens } from '~/server/video/stitch-plan'
import { ffmpeg } from './sphere-material'

const longitude = '((X+0.5)/W*2*PI)'
const latitude = '((Y+0.5)/H*PI)'
const wave = (strength: number, across: number, down: number) =>
  `${strength}*sin(${across}*${longitude}+${down})*sin(${down}*${latitude})*sin(${latitude})`

/** Coarse and fine waves that are continuous at the poles and edges, as in a real 360° image. */
const picture = [
  'format=yuv444p',
  `geq=lum='128+${wave(40, 5, 3)}+${wave(28, 23, 19)}+${wave(20, 60, 47)}':cb='128+${wave(30, 2, 2)}':cr='128+${wave(30, 3, 1)}'`,
].join(',')

/** An equirectangular image of `width` × `width / 2`. */
export const makeSphere = async (path: string, width: number) => {
  const still = `color=gray:s=${width}x${width / 2}:r=1`
  await ffmpeg('-f', 'lavfi', '-i', still, '-vf', picture, '-frames:v', '1', path)
  return path
}

export type LensShot = {
  readonly sphere: string
  /** Width of the square lens image, in pixels. */
  readonly width: number
  readonly looks: 'front' | 'back'
  readonly lens: Lens
  /** An ffmpeg filter of the lens, such as `eq=gamma=1.06`. */
  readonly look?: string
  readonly frames?: number
}

const turned = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees)

const shotFilter = ({ width, looks, lens, look }: LensShot) => {
  const yaw = turned((looks === 'front' ? 0 : 180) + lens.yaw)
  const view = `h_fov=${lens.fov}:v_fov=${lens.fov}:yaw=${yaw}:pitch=${lens.pitch}:roll=${lens.roll}`
  return `v360=e:fisheye:${view}:w=${width}:h=${width}:interp=cubic,${look ?? 'null'},format=yuv420p`
}

/** One nearly lossless video track per shot; with a tone if the front lens is included, as in camera files. */
export const makeLensFilm = async (path: string, ...shots: readonly LensShot[]) => {
  const rate = 10
  const seconds = (shots[0]?.frames ?? 3) / rate
  const inputs = shots.flatMap(({ sphere }) => ['-i', sphere])
  const hears = shots.some(({ looks }) => looks === 'front')
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  const still = 'loop=loop=-1:size=1,setpts=N/10/TB'
  const graphs = shots.map(
    (shot, index) =>
      `[${index}:v]${shotFilter(shot)},${still},fps=${rate},trim=duration=${(shot.frames ?? 3) / rate}[v${index}]`,
  )
  const maps = shots.flatMap((_, index) => ['-map', `[v${index}]`])
  const encoding = ['-c:v', 'libx264', '-qp', '4', '-preset', 'ultrafast', '-c:a', 'aac', '-f', 'mp4']
  await ffmpeg(
    ...inputs,
    ...tone,
    '-filter_complex',
    graphs.join(';'),
    ...maps,
    ...(hears ? ['-map', `${shots.length}:a`] : []),
    ...encoding,
    path,
  )
  return path
}

export type LensPair = Omit<LensShot, 'looks' | 'lens' | 'look'> & {
  readonly front: Pick<LensShot, 'lens' | 'look'>
  readonly back: Pick<LensShot, 'lens' | 'look'>
}

/** The two video files of a camera: `_00` and `_10`. */
export const makeLensPair = async (folder: string, { front, back, ...shot }: LensPair) => ({
  front: await makeLensFilm(join(folder, 'VID_20240102_030405_00_007.insv'), {
    ...shot,
    ...front,
    looks: 'front',
  }),
  back: await makeLensFilm(join(folder, 'VID_20240102_030405_10_007.insv'), {
    ...shot,
    ...back,
    looks: 'back',
  }),
})
