import { type Box, boxesIn, handlerOf, Mp4Error } from '~/model/video/mp4-boxes'
import { entryHead } from '~/model/video/spherical'
import { box, type Declaration, sphericalId, v1Box, v2Boxes } from './boxes'

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

/** @throws Mp4Error if a box ends within its head: what follows it would be taken for its own */
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

const sampleEntries = (bytes: Buffer, list: Box, declaration: Declaration) => {
  requireHead(list, list.body, listHead)
  const entries = [...boxesIn(bytes, list.body + listHead, list.end)].map(entry => {
    requireHead(entry, entry.start, entryHead)
    const kept = [...boxesIn(bytes, entry.start + entryHead, entry.end)]
      .filter(inner => inner.type !== 'st3d' && inner.type !== 'sv3d')
      .map(inner => bytes.subarray(inner.start, inner.end))
    const head = bytes.subarray(entry.body, entry.start + entryHead)
    return box(entry.type, head, ...kept, ...v2Boxes(declaration))
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

export const isVideoTrack = (bytes: Buffer, part: Box) =>
  part.type === 'trak' && handlerOf(bytes, part) === 'vide'

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
