import {
  type Box,
  boxAt,
  boxesIn,
  handlerOf,
  Mp4Error,
  type ReadBytes,
  readMoov,
  topBoxes,
  viewOf,
} from './mp4'

/** Rotation of a sphere in degrees, as Spherical Video declares it. */
export type Pose = { readonly yaw: number; readonly pitch: number; readonly roll: number }

/** Shares of a whole sphere, 0 to 1, that are cut off at each side. */
type Bounds = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>

/** A declaration of a video track about its frames; each property is optional. */
export type Declared = {
  readonly projection?: 'sphere' | 'half' | 'cube_map' | 'mesh' | 'fisheye' | 'flat' | undefined
  readonly isStereo?: boolean | undefined
  readonly bounds?: Bounds | undefined
  readonly pose?: Pose | undefined
}

/** Bytes of a VisualSampleEntry before its child boxes, including its header. */
export const entryHead = 86
/** Bytes of the head of `stsd`: version, flags and the number of entries. */
const listHead = 8
/** Bytes of the version and flags of a full box. */
const fullHead = 4
/** Longest XML that is read, in bytes. */
const longestXml = 2 ** 16

/** The UUID of the box of Spherical Video V1. */
const v1Id = 'ffcc8263f8554a938814587a02521fdd'

/** The child boxes of a box; none where they are damaged, which other readers report. */
const childrenOf = (bytes: Uint8Array, from: number, end: number): Box[] => {
  try {
    return [...boxesIn(bytes, from, end)]
  } catch (error) {
    if (error instanceof Mp4Error) return []
    throw error
  }
}

const lengthOf = ({ body, end }: Box) => end - body

const textOf = (bytes: Uint8Array, from: number, end: number) =>
  new TextDecoder('latin1').decode(bytes.subarray(from, end))

const poseOf = (view: DataView, box: Box | undefined): Pose | undefined => {
  if (!box || lengthOf(box) < fullHead + 12) return undefined
  const [yaw = 0, pitch = 0, roll = 0] = [0, 4, 8].map(
    at => view.getInt32(box.body + fullHead + at) / 2 ** 16,
  )
  return { yaw, pitch, roll }
}

const boundsOf = (view: DataView, box: Box): Bounds | undefined => {
  if (lengthOf(box) < fullHead + 16) return undefined
  const [top = 0, bottom = 0, left = 0, right = 0] = [0, 4, 8, 12].map(
    at => view.getUint32(box.body + fullHead + at) / 2 ** 32,
  )
  return { top, bottom, left, right }
}

/** Projections of Spherical Video V2, by the box that describes them. */
const v2Projections: Readonly<Record<string, Declared['projection']>> = {
  equi: 'sphere',
  cbmp: 'cube_map',
  mshp: 'mesh',
  ytmp: 'mesh',
}

/** Projections of Apple's `prji` box. */
const appleProjections: Readonly<Record<string, Declared['projection']>> = {
  rect: 'flat',
  equi: 'sphere',
  hequ: 'half',
  fish: 'fisheye',
  prim: 'fisheye',
}

/** `sv3d` of Spherical Video V2. */
const projectionIn = (bytes: Uint8Array, box: Box): Declared => {
  const inner = childrenOf(bytes, box.body, box.end).find(({ type }) => type === 'proj')
  const parts = inner ? childrenOf(bytes, inner.body, inner.end) : []
  const view = viewOf(bytes)
  const found = parts.find(({ type }) => type in v2Projections)
  return {
    projection: found && v2Projections[found.type],
    bounds: found?.type === 'equi' ? boundsOf(view, found) : undefined,
    pose: poseOf(
      view,
      parts.find(({ type }) => type === 'prhd'),
    ),
  }
}

/** `vexu` of Apple's spatial videos: eyes, and a projection. */
const extendedUsage = (bytes: Uint8Array, box: Box): Declared => {
  const all = childrenOf(bytes, box.body, box.end)
  const within = (outer: string, type: string) => {
    const found = all.find(each => each.type === outer)
    return found && childrenOf(bytes, found.body, found.end).find(each => each.type === type)
  }
  const [eyes, shape] = [within('eyes', 'stri'), within('proj', 'prji')]
  const kind = shape && textOf(bytes, shape.body + fullHead, shape.body + fullHead + 4)
  const has = eyes && lengthOf(eyes) > fullHead ? (bytes[eyes.body + fullHead] ?? 0) : 0
  return { projection: kind ? appleProjections[kind] : undefined, isStereo: (has & 3) === 3 }
}

/** `st3d`: 0 is one eye; all other values name a layout of two. */
const eyesIn = (bytes: Uint8Array, box: Box): Declared =>
  lengthOf(box) > fullHead ? { isStereo: (bytes[box.body + fullHead] ?? 0) !== 0 } : {}

const readers: Readonly<Record<string, (bytes: Uint8Array, box: Box) => Declared>> = {
  st3d: eyesIn,
  sv3d: projectionIn,
  vexu: extendedUsage,
}

const inEntries = (bytes: Uint8Array, list: Box | undefined): Declared[] =>
  list
    ? childrenOf(bytes, list.body + listHead, list.end)
        .flatMap(entry => childrenOf(bytes, entry.start + entryHead, entry.end))
        .flatMap(box => readers[box.type]?.(bytes, box) ?? [])
    : []

/** A value of the XML of Spherical Video V1, written as an element or as an attribute. */
const xmlValue = (xml: string, name: string) =>
  new RegExp(`[:<\\s]${name}\\s*(?:>|=\\s*["'])\\s*([^<"']*)`).exec(xml)?.[1]?.trim().toLowerCase()

const xmlNumber = (xml: string, name: string) => {
  const value = Number(xmlValue(xml, name) || Number.NaN)
  return Number.isFinite(value) ? value : undefined
}

const cutAt = (full: number | undefined, size: number | undefined, first: number | undefined) => {
  if (!full || !size) return [0, 0] as const
  const before = Math.min(1, Math.max(0, (first ?? (full - size) / 2) / full))
  return [before, Math.min(1, Math.max(0, 1 - before - size / full))] as const
}

const xmlBounds = (xml: string): Bounds => {
  const read = (name: string) => xmlNumber(xml, name)
  const [left, right] = cutAt(
    read('FullPanoWidthPixels'),
    read('CroppedAreaImageWidthPixels'),
    read('CroppedAreaLeftPixels'),
  )
  const [top, bottom] = cutAt(
    read('FullPanoHeightPixels'),
    read('CroppedAreaImageHeightPixels'),
    read('CroppedAreaTopPixels'),
  )
  return { left, right, top, bottom }
}

const xmlPose = (xml: string): Pose | undefined => {
  const [yaw, pitch, roll] = ['Heading', 'Pitch', 'Roll'].map(name =>
    xmlNumber(xml, `InitialView${name}Degrees`),
  )
  return yaw === undefined && pitch === undefined && roll === undefined
    ? undefined
    : { yaw: yaw ?? 0, pitch: pitch ?? 0, roll: roll ?? 0 }
}

/** Reads the XML of Spherical Video V1. */
export const readV1 = (xml: string): Declared => {
  const type = xmlValue(xml, 'ProjectionType')
  const stereo = xmlValue(xml, 'StereoMode')
  const isSphere = xmlValue(xml, 'Spherical') === 'true' || type === 'equirectangular'
  return {
    projection: type?.includes('cube') ? 'cube_map' : isSphere ? 'sphere' : undefined,
    isStereo: stereo ? !['mono', 'none'].includes(stereo) : undefined,
    bounds: xmlBounds(xml),
    pose: xmlPose(xml),
  }
}

const isV1 = (bytes: Uint8Array, { type, body }: Box) =>
  type === 'uuid' &&
  [...bytes.subarray(body, body + 16)].map(each => each.toString(16).padStart(2, '0')).join('') === v1Id

const inTrack = (bytes: Uint8Array, track: Box): Declared[] => {
  const xmls = childrenOf(bytes, track.body, track.end)
    .filter(box => isV1(bytes, box))
    .map(({ body, end }) => textOf(bytes, body + 16, Math.min(end, body + longestXml)))
  return [...inEntries(bytes, boxAt(bytes, track, 'mdia', 'minf', 'stbl', 'stsd')), ...xmls.map(readV1)]
}

/**
 * Reads what the video tracks of an mp4 declare of their frames, as Spherical Video V2 and V1 and Apple's spatial videos do.
 * The newer declarations come first. A file without a readable moov declares nothing.
 * @param size of the file, in bytes
 */
export const readDeclarations = async (read: ReadBytes, size: number): Promise<Declared[]> => {
  try {
    for await (const box of topBoxes(read, size)) {
      if (box.type !== 'moov') continue
      const bytes = await readMoov(read, box)
      const tracks = childrenOf(bytes, box.body - box.start, bytes.byteLength).filter(
        ({ type }) => type === 'trak',
      )
      return tracks
        .filter(track => handlerOf(bytes, track) === 'vide')
        .flatMap(track => inTrack(bytes, track))
    }
  } catch (error) {
    if (!(error instanceof Mp4Error)) throw error
  }
  return []
}

/** The pose that a video declares; undefined where it declares none, or none but 0. */
export const poseIn = (declared: readonly Declared[]): Pose | undefined =>
  declared.flatMap(({ pose }) => pose ?? []).find(({ yaw, pitch, roll }) => yaw || pitch || roll)
