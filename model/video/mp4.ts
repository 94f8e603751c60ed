import {
  type Box,
  boxAt,
  boxesIn,
  handlerOf,
  headerAt,
  Mp4Error,
  type ReadBytes,
  readMoov,
  topBoxes,
  viewOf,
} from './mp4-boxes'

export { Mp4Error, type ReadBytes }

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
export type Mp4 = { readonly tracks: readonly Mp4Track[] }

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
