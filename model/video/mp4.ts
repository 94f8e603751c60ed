/** Reads bytes of a file; fewer than `length` at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** `no_mp4`: no boxes, no moov, or a damaged one. `truncated`: a box extends beyond the file. */
export class Mp4Error extends Error {
  constructor(
    readonly code: 'no_mp4' | 'truncated',
    message: string,
  ) {
    super(message)
    this.name = 'Mp4Error'
  }
}

/** Byte offsets of the box, of its content and of its end. */
export type Box = {
  readonly type: string
  readonly start: number
  readonly body: number
  readonly end: number
}

/** Maximum size of a moov: 64 MiB hold the sample tables of a day. */
const mostMoovBytes = 64 * 2 ** 20
/** Maximum number of boxes read, against files of empty boxes. */
const mostBoxes = 10_000
/** First box types of the file family: a brand, a fragment, or any box of files without a brand. */
const firstTypes = new Set([
  ...['ftyp', 'styp', 'sidx', 'emsg', 'prft', 'moof'],
  ...['moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid'],
])

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const fourLetters = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** Reads the box header at `at` of a view that begins at `base` of the file; undefined where there is none. */
const headerAt = (view: DataView, at: number, base: number, end: number): Box | undefined => {
  if (view.byteLength - at < 8) return undefined
  const short = view.getUint32(at)
  const head = short === 1 ? 16 : 8
  if (view.byteLength - at < head) return undefined
  const start = base + at
  const size = short === 0 ? end - start : short === 1 ? Number(view.getBigUint64(at + 8)) : short
  return size < head
    ? undefined
    : { type: fourLetters(view, at + 4), start, body: start + head, end: start + size }
}

/** Bytes that `isIsoMedia` needs. */
export const headBytes = 16

/** Whether a file with this beginning is an ISO base media file (mp4, mov, 3gp …) of any brand. */
export const isIsoMedia = (head: Uint8Array) =>
  firstTypes.has(headerAt(viewOf(head), 0, 0, Number.POSITIVE_INFINITY)?.type ?? '')

/**
 * Iterates the boxes of `bytes` between two offsets.
 * @throws Mp4Error `no_mp4` at an invalid header, or at a box that extends beyond `end`
 */
export function* boxesIn(bytes: Uint8Array, from = 0, end = bytes.byteLength): Generator<Box> {
  const view = viewOf(bytes)
  // Some writers end a list of boxes with four zero bytes.
  for (let at = from; end - at >= 8; ) {
    const box = headerAt(view, at, 0, end)
    if (!box || box.end > end) throw new Mp4Error('no_mp4', `The box at ${at} is damaged.`)
    yield box
    at = box.end
  }
}

/**
 * Iterates the top-level boxes of a file. Cameras append their own bytes: after a moov, an invalid header ends the
 * iteration.
 * @throws Mp4Error
 */
export async function* topBoxes(read: ReadBytes, size: number): AsyncGenerator<Box> {
  let hasMoov = false
  for (let at = 0, count = 0; at < size && count < mostBoxes; count += 1) {
    const box = headerAt(viewOf(await read(at, Math.min(16, size - at))), 0, at, size)
    if (hasMoov && !box) return
    if (!box || (at === 0 && !firstTypes.has(box.type))) throw new Mp4Error('no_mp4', `No box at ${at}.`)
    if (box.end > size) {
      if (hasMoov && box.type !== 'mdat') return
      throw new Mp4Error('truncated', `The box ${box.type} at ${at} ends behind the file.`)
    }
    hasMoov ||= box.type === 'moov'
    yield box
    at = box.end
  }
}

/** Finds the first box on a path of types below `within`. */
export const boxAt = (bytes: Uint8Array, within: Box, ...path: readonly string[]): Box | undefined => {
  let found: Box | undefined = within
  for (const type of path)
    found = found && [...boxesIn(bytes, found.body, found.end)].find(box => box.type === type)
  return found
}

/** The handler type of a track: `vide`, `soun` … */
export const handlerOf = (bytes: Uint8Array, track: Box) => {
  const box = boxAt(bytes, track, 'mdia', 'hdlr')
  return box && box.end - box.body >= 12 ? fourLetters(viewOf(bytes), box.body + 8) : ''
}

/**
 * Reads the moov box, its header included.
 * @throws Mp4Error
 */
export const readMoov = async (read: ReadBytes, box: Box): Promise<Uint8Array> => {
  const length = box.end - box.start
  if (length > mostMoovBytes) throw new Mp4Error('no_mp4', `A moov of ${length} bytes is none.`)
  const bytes = await read(box.start, length)
  if (bytes.byteLength < length) throw new Mp4Error('truncated', 'The file ends within its moov.')
  return bytes
}

export type Mp4Track = {
  readonly kind: 'video' | 'audio' | 'other'
  /** Pixels of the sample entry, before rotation; 0 without a video. */
  readonly width: number
  readonly height: number
  readonly seconds: number
  /** Samples of the sample table; 0 in a fragmented file, whose samples are listed in its fragments. */
  readonly frames: number
  /** Type of the sample entry, such as `avc1`, `hvc1`, `mp4a`; empty where there is none. */
  readonly codec: string
}
type Mp4 = { readonly tracks: readonly Mp4Track[] }

const timing = (view: DataView, box: Box | undefined) => {
  if (!box || box.end - box.body < 24) return { scale: 0, duration: 0 }
  const wide = view.getUint8(box.body) === 1 && box.end - box.body >= 32
  const at = box.body + (wide ? 20 : 12)
  const unknown = wide ? 2 ** 64 : 2 ** 32 - 1
  const duration = wide ? Number(view.getBigUint64(at + 4)) : view.getUint32(at + 4)
  return { scale: view.getUint32(at), duration: duration === unknown ? 0 : duration }
}

const samples = (view: DataView, box: Box | undefined) => {
  const sum = { frames: 0, ticks: 0 }
  if (!box) return sum
  const listed = box.end - box.body < 8 ? 0 : view.getUint32(box.body + 4)
  const end = Math.min(box.body + 8 + 8 * listed, box.end)
  for (let at = box.body + 8; at + 8 <= end; at += 8) {
    sum.frames += view.getUint32(at)
    sum.ticks += view.getUint32(at) * view.getUint32(at + 4)
  }
  return sum
}

const kinds: Readonly<Record<string, Mp4Track['kind']>> = { vide: 'video', soun: 'audio' }

const trackOf = (bytes: Uint8Array, track: Box): Mp4Track => {
  const view = viewOf(bytes)
  const kind = kinds[handlerOf(bytes, track)] ?? 'other'
  const { scale, duration } = timing(view, boxAt(bytes, track, 'mdia', 'mdhd'))
  const { frames, ticks } = samples(view, boxAt(bytes, track, 'mdia', 'minf', 'stbl', 'stts'))
  const list = boxAt(bytes, track, 'mdia', 'minf', 'stbl', 'stsd')
  const entry = list && headerAt(view, list.body + 8, 0, list.end)
  const pictured = kind === 'video' && entry && entry.end <= list.end && entry.end - entry.start >= 36
  return {
    kind,
    width: pictured ? view.getUint16(entry.start + 32) : 0,
    height: pictured ? view.getUint16(entry.start + 34) : 0,
    seconds: scale ? (duration || ticks) / scale : 0,
    frames,
    codec: entry?.type ?? '',
  }
}

/**
 * Reads the tracks of an mp4 (mov, insv) from its headers and moov.
 * @param size of the file, in bytes
 * @throws Mp4Error
 */
export const readMp4 = async (read: ReadBytes, size: number): Promise<Mp4> => {
  let moov: Box | undefined
  for await (const box of topBoxes(read, size)) if (box.type === 'moov') moov ??= box
  if (!moov) throw new Mp4Error('no_mp4', 'There is no moov box.')
  const bytes = await readMoov(read, moov)
  const whole = { ...moov, start: 0, body: moov.body - moov.start, end: bytes.byteLength }
  const tracks = [...boxesIn(bytes, whole.body, whole.end)].filter(box => box.type === 'trak')
  return { tracks: tracks.map(track => trackOf(bytes, track)) }
}
