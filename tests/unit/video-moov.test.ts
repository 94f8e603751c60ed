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

/** The moov of these child boxes, as it is written anew. */
const rebuilt = (children: readonly Buffer[], more: Partial<Rebuild> = {}) => {
  const bytes = Buffer.concat(children)
  return rebuildMoov(bytes, [...boxesIn(bytes)], { ...plan, ...more })
}
const holds = (moov: Buffer, part: Buffer) => moov.includes(part)
const countOf = (moov: Buffer, sign: string) => moov.toString('latin1').split(sign).length - 1

describe('the chunk offsets of a moov', () => {
  it('move where the samples do, from the first one behind it', () => {
    const moov = rebuilt([trak('soun', [stco(0, 999, 1000, 5000)])])
    expect(holds(moov, stco(0, 999, 1100, 5100))).toBe(true)
  })

  it('move back where it became smaller', () => {
    expect(holds(rebuilt([trak('soun', [stco(999, 1000)])], { shift: -50 }), stco(999, 950))).toBe(true)
  })

  it('have 64 bits where that is needed, and keep them', () => {
    const wide = rebuilt([trak('soun', [stco(1000)])], { wide: true, shift: 2 ** 32 })
    expect(holds(wide, co64(1000 + 2 ** 32))).toBe(true)
    expect(holds(rebuilt([trak('soun', [co64(2 ** 40)])]), co64(2 ** 40 + 100))).toBe(true)
  })

  it('are those that are there, of a table that claims more', () => {
    const claims = box('stco', uint32(0), uint32(2 ** 32 - 1), uint32(1), uint32(2000))
    expect(holds(rebuilt([trak('soun', [claims])]), stco(1, 2100))).toBe(true)
  })

  it.each([
    ['of all tracks', [trak('vide', [stco(5, 70)]), trak('soun', [stco(6, 60)])], 70],
    ['of 64 bits', [trak('vide', [co64(2 ** 33, 3)])], 2 ** 33],
    ['none', [trak('vide', [stco()])], 0],
    ['not what lies elsewhere', [box('udta', stco(9))], 0],
  ])('have a last one: %s', (_what, children, last) => {
    expect(lastOffset(box('moov', ...children))).toBe(last)
  })
})

describe('the tracks of a moov', () => {
  it('are declared where they hold images alone', () => {
    const sound = trak('soun', [stsd(entry())])
    const moov = rebuilt([trak('vide', [stsd(entry())]), sound])
    expect(holds(moov, sound)).toBe(true)
    expect(['st3d', 'sv3d', 'GSpherical:StereoMode>t'].map(sign => countOf(moov, sign))).toEqual([1, 1, 1])
    expect(holds(moov, v1Box({ layout: 'top-bottom', software }))).toBe(true)
  })

  it('are declared in every one of their sample entries, which keep the rest', () => {
    const avcC = box('avcC', Buffer.from('settings'))
    const moov = rebuilt([trak('vide', [stsd(entry(avcC), entry(avcC))])])
    expect([countOf(moov, 'st3d'), countOf(moov, 'avcCsettings')]).toEqual([2, 2])
  })

  it('are declared once, whatever was declared before', () => {
    const before = trak(
      'vide',
      [stsd(entry(box('st3d', Buffer.alloc(5, 9)), box('sv3d', Buffer.alloc(9, 9))))],
      v1Box({ layout: 'mono', software: 'Another' }),
    )
    const plain = trak('vide', [stsd(entry())])
    expect(rebuilt([before]).equals(rebuilt([plain]))).toBe(true)
  })

  it('keep boxes that are unknown, and other ones of their own', () => {
    const own = box('uuid', Buffer.alloc(16, 1), Buffer.from('own'))
    const [unknown, title] = [box('abcd', Buffer.from('kept')), box('udta', Buffer.from('title'))]
    const moov = rebuilt([title, trak('vide', [unknown], own)])
    for (const part of [own, unknown, title]) expect(holds(moov, part)).toBe(true)
  })

  it('are nothing in a moov without any', () => {
    expect(rebuilt([]).equals(box('moov'))).toBe(true)
  })

  it.each([
    ['a box that is longer than what holds it', Buffer.concat([uint32(99), Buffer.from('stco')])],
    ['a box that is shorter than its head', Buffer.concat([uint32(4), Buffer.from('stco')])],
  ])('are refused with %s', (_what, broken) => {
    expect(() => rebuilt([trak('soun', [broken])])).toThrow(expect.objectContaining({ code: 'no_mp4' }))
  })

  it.each([
    ['an empty table of offsets', box('stco')],
    ['a table of offsets without its number', box('co64', uint32(0))],
    ['an empty list of samples', box('stsd')],
    ['a sample that ends within its head', stsd(box('avc1', Buffer.alloc(12)))],
  ])('are refused with %s, whose end would be looked for in what follows', (_what, broken) => {
    expect(() => rebuilt([trak('vide', [broken, box('free', Buffer.alloc(200))])])).toThrow(
      expect.objectContaining({ code: 'truncated' }),
    )
  })
})
