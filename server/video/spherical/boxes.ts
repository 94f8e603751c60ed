import type { Pose } from '~/model/video/spherical'
import type { Layout } from './layout'

/** The UUID that identifies the uuid box of Spherical Video V1. */
export const sphericalId = Buffer.from('ffcc8263f8554a938814587a02521fdd', 'hex')

const stereoModes: Readonly<Record<Layout, number>> = { mono: 0, 'top-bottom': 1 }

export const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const box = (type: string, ...parts: readonly Uint8Array[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

const fullBox = (type: string, ...parts: readonly Uint8Array[]) => box(type, uint32(0), ...parts)

/** What is declared of a full sphere. `software`: the name of the stitching software, as players show it. */
export type Declaration = {
  readonly layout: Layout
  readonly software: string
  /** As the source declares it; absent: upright, straight ahead. */
  readonly pose?: Pose | undefined
}

const poseOf = ({ yaw, pitch, roll }: Pose) =>
  Buffer.concat([yaw, pitch, roll].map(degrees => uint32(Math.round(degrees * 2 ** 16) >>> 0)))

const upright: Pose = { yaw: 0, pitch: 0, roll: 0 }

/** Spherical Video V2: the `st3d` and `sv3d` boxes of a full sphere, for a sample entry. */
export const v2Boxes = ({ layout, software, pose = upright }: Declaration) => {
  const bounds = Buffer.alloc(16)
  const projection = box('proj', fullBox('prhd', poseOf(pose)), fullBox('equi', bounds))
  const source = fullBox('svhd', Buffer.from(`${software}\0`))
  return [fullBox('st3d', Buffer.of(stereoModes[layout])), box('sv3d', source, projection)]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, letter => escapes[letter] ?? letter)

/** Spherical Video V1: the uuid box with XML, for a track; older players read it. */
export const v1Box = ({ layout, software, pose }: Declaration) => {
  const fields = {
    Spherical: 'true',
    Stitched: 'true',
    StitchingSoftware: escaped(software),
    ProjectionType: 'equirectangular',
    ...(layout === 'mono' ? {} : { StereoMode: layout }),
    ...(pose && {
      InitialViewHeadingDegrees: Math.round(pose.yaw),
      InitialViewPitchDegrees: Math.round(pose.pitch),
      InitialViewRollDegrees: Math.round(pose.roll),
    }),
  }
  const lines = Object.entries(fields).map(
    ([name, value]) => `<GSpherical:${name}>${value}</GSpherical:${name}>`,
  )
  const spaces =
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:GSpherical="http://ns.google.com/videos/1.0/spherical/"'
  const xml = `<?xml version="1.0"?><rdf:SphericalVideo ${spaces}>${lines.join('')}</rdf:SphericalVideo>`
  return box('uuid', sphericalId, Buffer.from(xml))
}
