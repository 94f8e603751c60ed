import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { Mp4Error, readMp4 } from '~/model/video/mp4'
import { needsFfmpeg } from '../support/process/needs'
import { bytesReader, type Clip, makeClip, newFolder, openReader } from '../support/video/sphere-material'

const folder = newFolder('mp4')

const readFilm = async (name: string, clip: Clip) => {
  const { read, size, close } = await openReader(await makeClip(join(folder, name), clip))
  const mp4 = await readMp4(read, size)
  await close()
  return mp4
}

const box = (type: string, ...parts: readonly Uint8Array[]) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const codeOf = async (bytes: Uint8Array, size = bytes.length) => {
  const error = await readMp4(bytesReader(bytes), size).catch((caught: unknown) => caught)
  return error instanceof Mp4Error ? error.code : error
}

/** A deterministic pseudorandom generator, so that each run uses the same numbers. */
const dice = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

describe('reading an MP4 file', () => {
  beforeEach(needsFfmpeg)

  const sound = { kind: 'audio', width: 0, height: 0, codec: 'mp4a' }
  it.each([
    ['its moov last', 'last.mp4', { with: [] }, 'avc1'],
    ['its moov first', 'first.mp4', { with: ['-movflags', '+faststart'] }, 'avc1'],
    [
      'H.265',
      'hevc.mp4',
      { with: ['-c:v', 'libx265', '-x265-params', 'log-level=0', '-tag:v', 'hvc1'] },
      'hvc1',
    ],
    ['the boxes of QuickTime', 'film.mov', { with: [] }, 'avc1'],
  ])('reads the tracks of an MP4 file with %s', async (_what, name, clip, codec) => {
    const { tracks } = await readFilm(name, clip)
    expect(tracks).toMatchObject([
      { kind: 'video', width: 128, height: 64, seconds: 1, frames: 10, codec },
      sound,
    ])
    expect(tracks[1]?.seconds).toBeCloseTo(1, 1)
  })

  it('reads both video tracks of an MP4 file', async () => {
    const { tracks } = await readFilm('two.mp4', {
      tracks: 2,
      size: '64x64',
      rate: 25,
      seconds: 2,
      sound: false,
    })
    expect(tracks.map(({ frames, width }) => [frames, width])).toEqual([
      [50, 64],
      [50, 64],
    ])
  })

  it('ignores bytes that a camera appends after the last box', async () => {
    const film = await readFile(await makeClip(join(folder, 'camera.mp4')))
    const trailers = [Buffer.alloc(400, 0xa7), Buffer.alloc(5, 1), Buffer.from('7fff ends far away')]
    for (const trailer of trailers) {
      const bytes = Buffer.concat([film, trailer])
      expect((await readMp4(bytesReader(bytes), bytes.length)).tracks).toHaveLength(2)
    }
  })

  it('reads 64-bit boxes and a last box without a size', async () => {
    const film = await readFile(await makeClip(join(folder, 'wide.mp4')))
    const [mdat, moov] = [film.indexOf('mdat') - 4, film.indexOf('moov') - 4]
    const head = Buffer.alloc(16)
    head.writeUInt32BE(1)
    head.write('mdat', 4)
    head.writeBigUInt64BE(BigInt(moov - mdat + 8), 8)
    const open = Buffer.from(film.subarray(moov))
    open.writeUInt32BE(0)
    const bytes = Buffer.concat([film.subarray(0, mdat), head, film.subarray(mdat + 8, moov), open])
    expect((await readMp4(bytesReader(bytes), bytes.length)).tracks[0]).toMatchObject({ frames: 10 })
  })

  it('always ends with a result, no_mp4 or truncated for cut-off and corrupted files', async () => {
    const film = await readFile(
      await makeClip(join(folder, 'fuzz.mp4'), { with: ['-movflags', '+faststart'] }),
    )
    const next = dice(7)
    const moovEnd = film.indexOf('mdat')
    const codes = new Set<unknown>()
    for (let round = 0; round < 3000; round += 1) {
      const bytes = Buffer.from(film.subarray(0, round % 3 ? undefined : Math.floor(next() * film.length)))
      for (let flips = round % 5; flips > 0; flips -= 1) {
        const at = Math.floor(next() * Math.min(moovEnd, bytes.length))
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(next() * 8))
      }
      const mp4 = await readMp4(bytesReader(bytes), bytes.length).catch((error: unknown) => error)
      codes.add(mp4 instanceof Mp4Error ? mp4.code : mp4 instanceof Error ? mp4 : 'read')
    }
    expect([...codes].sort()).toEqual(['no_mp4', 'read', 'truncated'])
  })
})

describe('files that are no MP4', () => {
  const moov = box('moov', box('trak', box('mdia')))
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('Hello, this is a text of some length.')],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['zeros', Buffer.alloc(4096)],
    [
      'boxes without a moov',
      Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(64))]),
    ],
    [
      'a moov whose boxes are damaged',
      Buffer.concat([box('ftyp'), box('moov', Buffer.from('00000002747261', 'hex'), moov)]),
    ],
    ['empty boxes without end', Buffer.concat(Array(20_000).fill(box('free')))],
  ])('fails with no_mp4 for %s', async (_what, bytes) => expect(await codeOf(bytes)).toBe('no_mp4'))

  it('fails with truncated for a file that is cut off', async () => {
    const mdat = box('mdat', Buffer.alloc(64)).subarray(0, 40)
    expect(await codeOf(Buffer.concat([box('ftyp'), mdat]))).toBe('truncated')
    expect(await codeOf(Buffer.concat([box('ftyp'), moov, mdat]))).toBe('truncated')
    expect(await codeOf(Buffer.concat([box('ftyp'), moov]).subarray(0, 20))).toBe('truncated')
    expect(await codeOf(Buffer.concat([box('ftyp'), moov.subarray(0, -4)]), 8 + moov.length)).toBe(
      'truncated',
    )
  })

  it('stops reading a file of empty boxes after a limit', async () => {
    let reads = 0
    const read = async () => {
      reads += 1
      return box('free')
    }
    await expect(readMp4(read, 2 ** 40)).rejects.toMatchObject({ code: 'no_mp4' })
    expect(reads).toBeLessThanOrEqual(10_000)
  })

  it('fails with no_mp4 for a 64-bit box without room for its size', async () => {
    expect(await codeOf(Buffer.from('0000000166726565', 'hex'))).toBe('no_mp4')
  })

  it('returns no video size if the sample entry is too short for one', async () => {
    const list = box('stbl', box('stsd', Buffer.alloc(8), box('avc1')))
    const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'))
    const bytes = box('moov', box('trak', box('mdia', handler, box('minf', list))))
    const track = { kind: 'video', codec: 'avc1', width: 0, height: 0, frames: 0, seconds: 0 }
    expect(await readMp4(bytesReader(bytes), bytes.length)).toEqual({ tracks: [track] })
  })

  it('never reads a moov box of more than 64 MiB into memory', async () => {
    const head = Buffer.from('100000006d6f6f76', 'hex')
    let most = 0
    const read = async (offset: number, length: number) => {
      most = Math.max(most, length)
      return offset === 0 ? head : Buffer.alloc(0)
    }
    await expect(readMp4(read, 2 ** 28)).rejects.toMatchObject({ code: 'no_mp4' })
    expect(most).toBeLessThanOrEqual(16)
  })
})
