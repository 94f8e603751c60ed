import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Box, boxesIn, handlerOf, Mp4Error, type ReadBytes, readMoov, topBoxes } from '~/model/video/mp4'
import { entryHead, type Pose } from '~/model/video/spherical'
import { readerOf } from './facts'

/** Frame layout of a video: one eye, or the left eye above the right. */
type Layout = 'mono' | 'top-bottom'

/** `not_mp4`: not a readable mp4. `fragmented`: the samples are in fragments. `no_video`: no video track. */
class SphericalError extends Error {
  constructor(
    readonly code: 'not_mp4' | 'fragmented' | 'no_video',
    message: string,
  ) {
    super(message)
    this.name = 'SphericalError'
  }
}

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

/** Declared properties of a full sphere. `software`: the name of the stitching software, as players show it. */
type Declaration = {
  readonly layout: Layout
  readonly software: string
  /** Pose that the source declares; absent: upright, straight ahead. */
  readonly pose?: Pose | undefined
}

const poseOf = ({ yaw, pitch, roll }: Pose) =>
  Buffer.concat([yaw, pitch, roll].map(degrees => uint32(Math.round(degrees * 2 ** 16) >>> 0)))

const upright: Pose = { yaw: 0, pitch: 0, roll: 0 }

/** Spherical Video V2: the `st3d` and `sv3d` boxes of a full sphere, for a sample entry. */
const v2Boxes = ({ layout, software, pose = upright }: Declaration) => {
  const bounds = Buffer.alloc(16)
  const projection = box('proj', fullBox('prhd', poseOf(pose)), fullBox('equi', bounds))
  const source = fullBox('svhd', Buffer.from(`${software}\0`))
  return [fullBox('st3d', Buffer.of(stereoModes[layout])), box('sv3d', source, projection)]
}

/** Whether there are views of the left (1) and the right (2) eye. */
const bothEyes = Buffer.of(3)

/**
 * Apple's `vexu` box of projected media, for a sample entry: the projection, and that there are two eyes, one above the
 * other. How far apart they are only the engine knows.
 */
const extendedUsage = ({ layout }: Declaration) => {
  const projection = box('proj', fullBox('prji', Buffer.from('equi')))
  if (layout === 'mono') return box('vexu', projection)
  return box(
    'vexu',
    box('eyes', fullBox('stri', bothEyes)),
    projection,
    box('pack', fullBox('pkin', Buffer.from('over'))),
  )
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

const nested = new Set(['trak', 'mdia', 'minf', 'stbl'])

export type Rebuild = Declaration & {
  /** Offset in bytes by which the samples after the moov move. */
  readonly shift: number
  /** Samples before this offset do not move. */
  readonly from: number
  /** Whether chunk offsets have 64 bits. */
  readonly wide: boolean
}

/** Bytes of the head of `stsd`, `stco` and `co64`: version, flags and the number of entries. */
const listHead = 8

/** @throws Mp4Error if a box ends within its head: the following bytes would be taken for its content */
const requireHead = ({ type, start, end }: Box, first: number, head: number) => {
  if (end < first + head) throw new Mp4Error('truncated', `The box ${type} at ${start} ends within its head.`)
}

const readOffsets = (bytes: Buffer, table: Box) => {
  requireHead(table, table.body, listHead)
  const step = table.type === 'co64' ? 8 : 4
  const count = Math.min(bytes.readUInt32BE(table.body + 4), (table.end - table.body - listHead) / step)
  return Array.from({ length: Math.floor(count) }, (_, index) => {
    const at = table.body + listHead + index * step
    return step === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
  })
}

const offsetTable = (bytes: Buffer, table: Box, { shift, from, wide }: Rebuild) => {
  const offsets = readOffsets(bytes, table).map(offset => (offset >= from ? offset + shift : offset))
  const step = wide || table.type === 'co64' ? 8 : 4
  const body = Buffer.alloc(8 + offsets.length * step)
  body.writeUInt32BE(offsets.length, 4)
  for (const [index, offset] of offsets.entries()) {
    if (step === 8) body.writeBigUInt64BE(BigInt(offset), 8 + index * 8)
    else body.writeUInt32BE(offset, 8 + index * 4)
  }
  return box(step === 8 ? 'co64' : 'stco', body)
}

/** Boxes of a sample entry that earlier declarations consist of. */
const declarations: readonly string[] = ['st3d', 'sv3d', 'vexu']

const sampleEntries = (bytes: Buffer, list: Box, declaration: Declaration) => {
  requireHead(list, list.body, listHead)
  const entries = [...boxesIn(bytes, list.body + listHead, list.end)].map(entry => {
    requireHead(entry, entry.start, entryHead)
    const kept = [...boxesIn(bytes, entry.start + entryHead, entry.end)]
      .filter(({ type }) => !declarations.includes(type))
      .map(inner => bytes.subarray(inner.start, inner.end))
    const head = bytes.subarray(entry.body, entry.start + entryHead)
    return box(entry.type, head, ...kept, ...v2Boxes(declaration), extendedUsage(declaration))
  })
  return box('stsd', bytes.subarray(list.body, list.body + listHead), ...entries)
}

const isV1 = (bytes: Buffer, { type, body }: Box) =>
  type === 'uuid' && bytes.subarray(body, body + 16).equals(sphericalId)

const rebuilt = (bytes: Buffer, part: Box, plan: Rebuild, isVideo: boolean): Buffer => {
  if (part.type === 'stco' || part.type === 'co64') return offsetTable(bytes, part, plan)
  if (part.type === 'stsd' && isVideo) return sampleEntries(bytes, part, plan)
  if (!nested.has(part.type)) return bytes.subarray(part.start, part.end)
  const children = [...boxesIn(bytes, part.body, part.end)].filter(child => !isVideo || !isV1(bytes, child))
  const extra = part.type === 'trak' && isVideo ? [v1Box(plan)] : []
  return box(part.type, ...children.map(child => rebuilt(bytes, child, plan, isVideo)), ...extra)
}

const isVideoTrack = (bytes: Buffer, part: Box) => part.type === 'trak' && handlerOf(bytes, part) === 'vide'

/** Rebuilds the moov with its video tracks declared spherical; `parts` are its child boxes. */
export const rebuildMoov = (bytes: Buffer, parts: readonly Box[], plan: Rebuild) =>
  box('moov', ...parts.map(part => rebuilt(bytes, part, plan, isVideoTrack(bytes, part))))

/** The largest chunk offset of a rebuilt moov. */
export const lastOffset = (moov: Buffer): number => {
  let last = 0
  const visit = (part: Box) => {
    if (part.type === 'stco' || part.type === 'co64')
      for (const offset of readOffsets(moov, part)) last = Math.max(last, offset)
    else if (part.type === 'moov' || nested.has(part.type))
      for (const child of boxesIn(moov, part.body, part.end)) visit(child)
  }
  for (const part of boxesIn(moov)) visit(part)
  return last
}

type SphericalOptions = Declaration & {
  readonly from: string
  /** Path of the result, which may be the same as `from`. */
  readonly to: string
}

type Found = { readonly box: Box; readonly bytes: Buffer; readonly size: number }

const findMoov = async (read: ReadBytes, size: number): Promise<Found> => {
  let moov: Box | undefined
  for await (const box of topBoxes(read, size)) if (box.type === 'moov') moov ??= box
  if (!moov) throw new SphericalError('not_mp4', 'There is no moov box.')
  return { box: moov, bytes: Buffer.from(await readMoov(read, moov)), size }
}

/** @throws SphericalError not_mp4, fragmented */
const openMoov = async (path: string): Promise<Found> => {
  const file = await open(path)
  try {
    return await findMoov(readerOf(file), (await file.stat()).size)
  } catch (error) {
    throw error instanceof Mp4Error ? new SphericalError('not_mp4', error.message) : error
  } finally {
    await file.close()
  }
}

/** The child boxes of a moov in its own buffer. @throws SphericalError fragmented */
const partsOf = ({ box, bytes }: Found): readonly Box[] => {
  const parts = [...boxesIn(bytes, box.body - box.start)]
  if (parts.some(part => part.type === 'mvex'))
    throw new SphericalError('fragmented', 'Its samples lie in fragments.')
  return parts
}

const newMoov = (found: Found, { layout, software, pose }: Declaration) => {
  const parts = partsOf(found)
  if (!parts.some(part => isVideoTrack(found.bytes, part)))
    throw new SphericalError('no_video', 'There is no picture in it.')
  const { start, end } = found.box
  const base: Rebuild = { layout, software, pose, shift: 0, from: end, wide: false }
  const made = (wide: boolean) => {
    const { length } = rebuildMoov(found.bytes, parts, { ...base, wide })
    return { ...base, wide, shift: length - (end - start) }
  }
  const narrow = made(false)
  const wide = lastOffset(rebuildMoov(found.bytes, parts, base)) + Math.max(narrow.shift, 0) >= 2 ** 32
  return rebuildMoov(found.bytes, parts, wide ? made(true) : narrow)
}

/** Copies the file with another moov; everything else is streamed, never held in memory. */
const copyAround = (from: string, to: string, { box, size }: Found, moov: Buffer) => {
  const pass = (start: number, end: number) =>
    start < end ? createReadStream(from, { start, end: end - 1, highWaterMark: 2 ** 20 }) : []
  const bytes = async function* () {
    yield* pass(0, box.start)
    yield moov
    yield* pass(box.end, size)
  }
  return pipeline(bytes, createWriteStream(to))
}

/**
 * Declares the video of an mp4 as a full equirectangular sphere (Spherical Video V2 and V1, Apple's projected media), replacing
 * previous declarations. Samples are not modified.
 * @throws SphericalError not_mp4, fragmented, no_video; file system errors unchanged
 */
export const writeSpherical = async (options: SphericalOptions): Promise<void> => {
  const found = await openMoov(options.from)
  const part = `${options.to}.part`
  try {
    await copyAround(options.from, part, found, newMoov(found, options))
    await rename(part, options.to)
  } catch (error) {
    await rm(part, { force: true })
    throw error instanceof Mp4Error ? new SphericalError('not_mp4', error.message) : error
  }
}
