/** Bytes of a file; fewer than `length` where the file ends. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

/** `no_mp4`: no boxes, no moov, or a damaged one. `truncated`: a box ends behind the file. */
export class Mp4Error extends Error {
  constructor(
    readonly code: 'no_mp4' | 'truncated',
    message: string,
  ) {
    super(message)
    this.name = 'Mp4Error'
  }
}

/** Byte offsets: of the box, of its content, of what follows it. */
export type Box = {
  readonly type: string
  readonly start: number
  readonly body: number
  readonly end: number
}

/** The most that a moov may take: 64 MiB hold the tables of a whole day. */
export const mostMoovBytes = 64 * 2 ** 20
/** A file of nothing but empty boxes must not be walked to its end. */
const mostBoxes = 10_000
/** What a file of the family may begin with: a brand, a fragment's, or, before there were brands, any box. */
const firstTypes = new Set([
  ...['ftyp', 'styp', 'sidx', 'emsg', 'prft', 'moof'],
  ...['moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid'],
])

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const fourLetters = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/** The box whose header is at `at` of the view, which begins at `base` of the file; none where it is no header. */
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

/** Enough of a file for `isIsoMedia`. */
export const headBytes = 16

/** Whether a file that begins with these bytes is of the ISO base media family (mp4, mov, 3gp …), whatever its brand. */
export const isIsoMedia = (head: Uint8Array) =>
  firstTypes.has(headerAt(viewOf(head), 0, 0, Number.POSITIVE_INFINITY)?.type ?? '')

/**
 * The boxes side by side in `bytes` between two offsets.
 * @throws Mp4Error `no_mp4` at a header that is none, or at a box that ends behind `end`
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
 * The boxes of a file, one behind the other. Cameras put bytes of their own behind the last box: once a
 * moov is there, what is no header ends the walk.
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

/** The first box on a path of types below `within`; none where the path breaks. */
export const boxAt = (bytes: Uint8Array, within: Box, ...path: readonly string[]): Box | undefined => {
  let found: Box | undefined = within
  for (const type of path)
    found = found && [...boxesIn(bytes, found.body, found.end)].find(box => box.type === type)
  return found
}

/** `hdlr`'s four letters: `vide`, `soun` … */
export const handlerOf = (bytes: Uint8Array, track: Box) => {
  const box = boxAt(bytes, track, 'mdia', 'hdlr')
  return box && box.end - box.body >= 12 ? fourLetters(viewOf(bytes), box.body + 8) : ''
}

/**
 * The moov box and its bytes, which begin at the box's header.
 * @throws Mp4Error
 */
export const readMoov = async (read: ReadBytes, box: Box): Promise<Uint8Array> => {
  const length = box.end - box.start
  if (length > mostMoovBytes) throw new Mp4Error('no_mp4', `A moov of ${length} bytes is none.`)
  const bytes = await read(box.start, length)
  if (bytes.byteLength < length) throw new Mp4Error('truncated', 'The file ends within its moov.')
  return bytes
}
