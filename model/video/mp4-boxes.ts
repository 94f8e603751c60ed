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
export const mostMoovBytes = 64 * 2 ** 20
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
export const headerAt = (view: DataView, at: number, base: number, end: number): Box | undefined => {
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

/** Is a file with this beginning an ISO base media file (mp4, mov, 3gp …) of any brand? */
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
