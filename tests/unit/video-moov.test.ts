import { describe, expect, it } from 'vitest'
import { boxesIn } from '~/model/video/mp4'
import { box, lastOffset, type Rebuild, rebuildMoov, uint32, v1Box } from '~/server/video/write-spherical'

const software = 'Vecto'
const plan: Rebuild = { layout: 'top-bottom', software, shift: 100, from: 1000, wide: false }

const stco = (...offsets: readonly number[]) =>
  box('stco', uint32(0), uint32(offsets.length), ...offsets.map(uint32))
const co64 = (...offsets: readonly number[]) => {
  const wide = offsets.map(offset => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64BE(BigInt(offset))
    return bytes
  })
  return box('co64', uint32(0), uint32(offsets.length), ...wide)
}
const entry = (...inner: readonly Buffer[]) => box('avc1', Buffer.alloc(78, 7), ...inner)
const stsd = (...entries: readonly Buffer[]) => box('stsd', uint32(0), uint32(entries.length), ...entries)
const hdlr = (kind: string) => box('hdlr', uint32(0), uint32(0), Buffer.from(kind), Buffer.alloc(12))
const trak = (kind: string, parts: readonly Buffer[], ...more: readonly Buffer[]) =>
  box('trak', box('mdia', hdlr(kind), box('minf', box('stbl', ...parts))), ...more)

/** The moov box with these child boxes after rebuilding. */
const rebuilt = (children: readonly Buffer[], more: Partial<Rebuild> = {}) => {
  const bytes = Buffer.concat(children)
  return rebuildMoov(bytes, [...boxesIn(bytes)], { ...plan, ...more })
}
const holds = (moov: Buffer, part: Buffer) => moov.includes(part)
const countOf = (moov: Buffer, sign: string) => moov.toString('latin1').split(sign).length - 1

describe('the chunk offsets of a moov box', () => {
  it('shifts chunk offsets from the first moved sample on', () => {
    const moov = rebuilt([trak('soun', [stco(0, 999, 1000, 5000)])])
    expect(holds(moov, stco(0, 999, 1100, 5100))).toBe(true)
  })

  it('shifts chunk offsets back when the moov box became smaller', () => {
    expect(holds(rebuilt([trak('soun', [stco(999, 1000)])], { shift: -50 }), stco(999, 950))).toBe(true)
  })

  it('widens chunk offsets to 64 bits where required, and keeps 64-bit tables', () => {
    const wide = rebuilt([trak('soun', [stco(1000)])], { wide: true, shift: 2 ** 32 })
    expect(holds(wide, co64(1000 + 2 ** 32))).toBe(true)
    expect(holds(rebuilt([trak('soun', [co64(2 ** 40)])]), co64(2 ** 40 + 100))).toBe(true)
  })

  it('reads only existing chunk offsets of a table that declares more', () => {
    const claims = box('stco', uint32(0), uint32(2 ** 32 - 1), uint32(1), uint32(2000))
    expect(holds(rebuilt([trak('soun', [claims])]), stco(1, 2100))).toBe(true)
  })

  it.each([
    ['of all tracks', [trak('vide', [stco(5, 70)]), trak('soun', [stco(6, 60)])], 70],
    ['of 64 bits', [trak('vide', [co64(2 ** 33, 3)])], 2 ** 33],
    ['none', [trak('vide', [stco()])], 0],
    ['none in other boxes', [box('udta', stco(9))], 0],
  ])('finds the last chunk offset: %s', (_what, children, last) => {
    expect(lastOffset(box('moov', ...children))).toBe(last)
  })
})

describe('the tracks of a moov box', () => {
  it('declares the 3D layout in video tracks only', () => {
    const sound = trak('soun', [stsd(entry())])
    const moov = rebuilt([trak('vide', [stsd(entry())]), sound])
    expect(holds(moov, sound)).toBe(true)
    expect(['st3d', 'sv3d', 'GSpherical:StereoMode>t'].map(sign => countOf(moov, sign))).toEqual([1, 1, 1])
    expect(holds(moov, v1Box({ layout: 'top-bottom', software }))).toBe(true)
  })

  it('declares the 3D layout in every sample entry and keeps the entry’s other boxes', () => {
    const avcC = box('avcC', Buffer.from('settings'))
    const moov = rebuilt([trak('vide', [stsd(entry(avcC), entry(avcC))])])
    expect([countOf(moov, 'st3d'), countOf(moov, 'avcCsettings')]).toEqual([2, 2])
  })

  it('replaces earlier declarations of the 3D layout', () => {
    const before = trak(
      'vide',
      [stsd(entry(box('st3d', Buffer.alloc(5, 9)), box('sv3d', Buffer.alloc(9, 9))))],
      v1Box({ layout: 'mono', software: 'Another' }),
    )
    const plain = trak('vide', [stsd(entry())])
    expect(rebuilt([before]).equals(rebuilt([plain]))).toBe(true)
  })

  it('keeps unknown boxes and other uuid boxes', () => {
    const own = box('uuid', Buffer.alloc(16, 1), Buffer.from('own'))
    const [unknown, title] = [box('abcd', Buffer.from('kept')), box('udta', Buffer.from('title'))]
    const moov = rebuilt([title, trak('vide', [unknown], own)])
    for (const part of [own, unknown, title]) expect(holds(moov, part)).toBe(true)
  })

  it('rebuilds a moov box without tracks', () => {
    expect(rebuilt([]).equals(box('moov'))).toBe(true)
  })

  it.each([
    ['a box that is longer than its parent', Buffer.concat([uint32(99), Buffer.from('stco')])],
    ['a box that is shorter than its header', Buffer.concat([uint32(4), Buffer.from('stco')])],
  ])('fails with no_mp4 for %s', (_what, broken) => {
    expect(() => rebuilt([trak('soun', [broken])])).toThrow(expect.objectContaining({ code: 'no_mp4' }))
  })

  it.each([
    ['an empty table of offsets', box('stco')],
    ['a table of offsets without its count', box('co64', uint32(0))],
    ['an empty list of samples', box('stsd')],
    ['a sample entry that ends within its header', stsd(box('avc1', Buffer.alloc(12)))],
  ])('fails with truncated for %s, without reading beyond its end', (_what, broken) => {
    expect(() => rebuilt([trak('vide', [broken, box('free', Buffer.alloc(200))])])).toThrow(
      expect.objectContaining({ code: 'truncated' }),
    )
  })
})
