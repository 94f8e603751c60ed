import { box, sphericalId, uint32 } from '~/server/video/write-spherical'
import { film } from './films'
import type { MediaFile } from './media-files'
import { withBoxIn } from './mp4-edits'

const full = (type: string, ...parts: readonly Uint8Array[]) => box(type, uint32(0), ...parts)
const words = (...values: readonly number[]) => Buffer.concat(values.map(value => uint32(value >>> 0)))
const fixed = (...degrees: readonly number[]) => words(...degrees.map(each => Math.round(each * 2 ** 16)))
/** A fraction of 1 as a 0.32 fixed-point number. */
const share = (part: number) => Math.round(part * (2 ** 32 - 1))

/** Top, bottom, left and right crop of the sphere, as fractions. */
type Cut = readonly [number, number, number, number]

/** `st3d` of Spherical Video V2. */
export const st3d = (mode: number) => full('st3d', Buffer.of(mode))

const sv3d = (projection: Buffer, pose: readonly [number, number, number]) =>
  box('sv3d', full('svhd', Buffer.from('test\0')), box('proj', full('prhd', fixed(...pose)), projection))

export const equi = (cut: Cut = [0, 0, 0, 0], pose: readonly [number, number, number] = [0, 0, 0]) =>
  sv3d(full('equi', words(...cut.map(share))), pose)
export const cube = () => sv3d(full('cbmp', words(0, 0)), [0, 0, 0])
export const mesh = () => sv3d(full('mshp', words(0, 0)), [0, 0, 0])

/** The projection and stereo boxes of Apple's spatial videos. */
export const vexu = (projection: string, eyes: number) =>
  box(
    'vexu',
    box('eyes', full('stri', Buffer.of(eyes))),
    box('proj', full('prji', Buffer.from(projection, 'latin1'))),
  )

/** The XML metadata of Spherical Video V1 with these fields. */
export const v1 = (fields: Readonly<Record<string, string | number>>) => {
  const all = { Spherical: 'true', Stitched: 'true', ProjectionType: 'equirectangular', ...fields }
  const lines = Object.entries(all).map(
    ([name, value]) => `<GSpherical:${name}>${value}</GSpherical:${name}>`,
  )
  return box('uuid', sphericalId, Buffer.from(`<rdf:SphericalVideo>${lines.join('')}</rdf:SphericalVideo>`))
}

type Declared = { readonly entry?: readonly Buffer[]; readonly track?: readonly Buffer[] }

/** A video file with these boxes in its sample entry and track. */
export const declaring = (file: MediaFile, { entry = [], track = [] }: Declared): MediaFile => {
  const inEntry = entry.reduce((bytes, each) => withBoxIn(bytes, 'avc1', each), file.bytes)
  return { ...file, bytes: track.reduce((bytes, each) => withBoxIn(bytes, 'trak', each), inEntry) }
}

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

/** A video file of one lavfi source with filters, without audio. */
export const pictured = (size: string, filters = 'null', seconds = 0.6) =>
  film('film.mp4', ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=10:d=${seconds},${filters}`, ...h264])

/** Two fisheye images side by side in one frame; `dark`: with dark corners around the circles. */
export const lensPair = (isDark: boolean, more = '') => {
  const out = (lum: number) => `if(gt(hypot(X-W/2,Y-H/2),W/2-2),${lum}`
  const corners = `,geq=lum='${out(16)},lum(X,Y))':cb='${out(128)},cb(X,Y))':cr='${out(128)},cr(X,Y))'`
  const lens = (yaw: number) =>
    `v360=e:fisheye:h_fov=200:v_fov=200:yaw=${yaw}:w=320:h=320,format=yuv420p${isDark ? corners : ''}`
  return pictured('640x320', `split[a][b];[a]${lens(0)}[c];[b]${lens(180)}[d];[c][d]hstack${more}`)
}
