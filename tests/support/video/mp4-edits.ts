import { type Box, boxesIn } from '~/model/video/mp4'

const nested = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'sowt', 'avc1'])
/** Bytes between the header of a box and its child boxes. */
const fields: Readonly<Record<string, number>> = { stsd: 8, sowt: 28, avc1: 78 }

/** Every box of a type with its ancestors, the outermost first. */
const find = (bytes: Buffer, type: string, from = 0, end = bytes.length): Box[][] =>
  [...boxesIn(bytes, from, end)].flatMap(box => {
    const inner = nested.has(box.type) ? find(bytes, type, box.body + (fields[box.type] ?? 0), box.end) : []
    return [...(box.type === type ? [[box]] : []), ...inner.map(path => [box, ...path])]
  })

const first = (bytes: Buffer, type: string) => {
  const [path] = find(bytes, type)
  if (!path) throw new Error(`no ${type} box`)
  return path
}

/** Removes `ftyp`, as in files older than brands: the file starts with the next box. */
export const withoutBrand = (bytes: Buffer) => {
  const cut = bytes.readUInt32BE(0)
  const copy = Buffer.from(bytes)
  for (const path of find(copy, 'stco')) {
    const { body = 0 } = path.at(-1) ?? {}
    for (let entry = 0; entry < copy.readUInt32BE(body + 4); entry += 1) {
      const at = body + 8 + 4 * entry
      copy.writeUInt32BE(copy.readUInt32BE(at) - cut, at)
    }
  }
  return copy.subarray(cut)
}

/** Renames the first box of a type, so that its content is ignored. */
export const beginningWith = (bytes: Buffer, type: string) => {
  const copy = Buffer.from(bytes)
  copy.write(type, 4, 'latin1')
  return copy
}

/** Appends a box to the first box of a type; the index must be last. */
export const withBoxIn = (bytes: Buffer, type: string, added: Buffer) => {
  const path = first(bytes, type)
  const end = path.at(-1)?.end ?? 0
  const copy = Buffer.concat([bytes.subarray(0, end), added, bytes.subarray(end)])
  for (const { start } of path) copy.writeUInt32BE(copy.readUInt32BE(start) + added.length, start)
  return copy
}

/** Declares four channels of PCM audio as first-order ambisonics; the index must be last. */
export const asAmbisonic = (bytes: Buffer) => {
  const box = Buffer.alloc(36)
  box.writeUInt32BE(box.length)
  box.write('SA3D', 4)
  box.writeUInt32BE(1, 10)
  box.writeUInt32BE(4, 16)
  for (let channel = 0; channel < 4; channel += 1) box.writeUInt32BE(channel, 20 + 4 * channel)
  return withBoxIn(bytes, 'sowt', box)
}

const unit = 0x10000
const turns = { 90: [0, unit, -unit, 0], 180: [-unit, 0, 0, -unit] } as const

/** Rotates the first track, as a camera held sideways does. */
export const turned = (bytes: Buffer, degrees: keyof typeof turns) => {
  const copy = Buffer.from(bytes)
  const matrix = (first(copy, 'tkhd').at(-1)?.body ?? 0) + 40
  for (const [index, value] of turns[degrees].entries())
    copy.writeInt32BE(value, matrix + 4 * (index < 2 ? index : index + 1))
  return copy
}

/** The bytes before the first box of a type, at the top or deeper. */
export const upTo = (bytes: Buffer, type: string) => bytes.subarray(0, bytes.indexOf(type, 0, 'latin1') - 4)

/** Prepends the brand of a segment. */
export const asSegment = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('stypmsdh\0\0\0\0', 'latin1'), bytes])

const box = (type: string, content: Buffer) => {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** Adds a comment of control characters, each of which ffprobe prints as six; the index must be last. */
export const withHugeComment = (bytes: Buffer, length: number) => {
  const text = Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.alloc(length, 1)])
  const items = box('ilst', box('\u00a9cmt', box('data', text)))
  const handler = Buffer.from(`${'\0'.repeat(8)}mdirappl${'\0'.repeat(9)}`, 'latin1')
  const tags = box('udta', box('meta', Buffer.concat([Buffer.alloc(4), box('hdlr', handler), items])))
  const moov = first(bytes, 'moov').at(-1)
  if (moov?.end !== bytes.length) throw new Error('moov is not last')
  const copy = Buffer.concat([bytes, tags])
  copy.writeUInt32BE(copy.readUInt32BE(moov.start) + tags.length, moov.start)
  return copy
}

/** Sets all bits of every declared duration: unknown, as in an unfinished recording. */
export const ofUnknownDuration = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  /** Offset of the duration in the content of a box, by type and version. */
  const places = { mvhd: [16, 24], tkhd: [20, 28], mdhd: [16, 24] } as const
  for (const [type, [short, wide]] of Object.entries(places))
    for (const path of find(copy, type)) {
      const { body = 0 } = path.at(-1) ?? {}
      const isWide = copy[body] === 1
      copy.fill(0xff, body + (isWide ? wide : short), body + (isWide ? wide + 8 : short + 4))
    }
  return copy
}

/** Changes the codec of the first or the last audio track and makes its descriptor unknown, since that has priority. */
const withAudioKind = (bytes: Buffer, kind: string, which: 'first' | 'last' = 'last') => {
  const copy = Buffer.from(bytes)
  const placeOf = (text: string) =>
    which === 'first' ? copy.indexOf(text, 0, 'latin1') : copy.lastIndexOf(text, copy.length, 'latin1')
  copy.write(kind, placeOf('mp4a'), 'latin1')
  copy[placeOf('esds') + 21] = 0xff
  return copy
}

/** Changes the last audio track to a codec that ffmpeg does not know. */
export const ofUnknownAudio = (bytes: Buffer) => withAudioKind(bytes, 'apac')

/** Changes the audio to a codec that many builds of ffmpeg cannot decode. */
export const ofUndecodedAudio = (bytes: Buffer) => withAudioKind(bytes, 'ac-4')

/** Like `ofUndecodedAudio`, for the first of several tracks. */
export const ofUndecodedFirst = (bytes: Buffer) => withAudioKind(bytes, 'ac-4', 'first')
