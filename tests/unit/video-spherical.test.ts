import { copyFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { boxesIn } from '~/model/video/mp4'
import { writeSpherical } from '~/server/video/write-spherical'
import { needsFfmpeg } from '../support/process/needs'
import { type Clip, frameDigests, makeClip, newFolder, probe } from '../support/video/sphere-material'

const folder = newFolder('spherical')
const software = 'Vecto <1.0> & friends'
const to = join(folder, 'out.mp4')

const clips: readonly (readonly [string, string, Clip])[] = [
  ['its moov last', 'last.mp4', {}],
  ['its moov first', 'first.mp4', { with: ['-movflags', '+faststart'] }],
  ['H.265', 'hevc.mp4', { with: ['-c:v', 'libx265', '-x265-params', 'log-level=0', '-tag:v', 'hvc1'] }],
]

const topLevel = async (path: string) => [...boxesIn(await readFile(path))].map(box => box.type)

/** The boxes of a `vexu` box: parent, child, and the child's content in hexadecimal. */
const describeBoxes = (bytes: Buffer): readonly string[] =>
  [...boxesIn(bytes)].flatMap(parent => {
    const children = [...boxesIn(bytes, parent.body, parent.end)]
    return children.map(child => {
      return `${parent.type} ${child.type} ${bytes.subarray(child.body, child.end).toString('hex')}`
    })
  })

describe('writing spherical metadata', () => {
  beforeEach(needsFfmpeg)

  it.each(clips)(
    'declares a video spherical with %s without changing its frames',
    async (_what, name, clip) => {
      const from = await makeClip(join(folder, name), clip)
      await writeSpherical({ from, to, layout: 'top-bottom', software })
      const said = await probe(to)
      expect(said).toMatch(/side_data_type=Stereo 3D[\s\S]*type=top and bottom/)
      expect(said).toMatch(/side_data_type=Spherical Mapping[\s\S]*projection=equirectangular/)
      expect(await frameDigests(to)).toEqual(await frameDigests(from))
      expect(await topLevel(to)).toEqual(await topLevel(from))
    },
  )

  it('adds spherical metadata of version 1 in XML for older players', async () => {
    const from = await makeClip(join(folder, 'old.mp4'))
    await writeSpherical({ from, to, layout: 'top-bottom', software })
    const bytes = await readFile(to)
    expect(bytes.includes(Buffer.from('ffcc8263f8554a938814587a02521fdd', 'hex'))).toBe(true)
    expect(bytes.includes('<GSpherical:StereoMode>top-bottom</GSpherical:StereoMode>')).toBe(true)
    expect(bytes.includes('Vecto &lt;1.0&gt; &amp; friends</GSpherical:StitchingSoftware>')).toBe(true)
  })

  it.each([
    [
      'top-bottom',
      // Both eyes; equirectangular; one above the other.
      ['eyes stri 00000000' + '03', 'proj prji 00000000', 'pack pkin 00000000'],
    ],
    ['mono', ['proj prji 00000000']],
  ] as const)('declares a %s video as Apple’s projected media, once', async (layout, expected) => {
    const from = await makeClip(join(folder, 'apple.mp4'))
    await writeSpherical({ from, to, layout, software })
    await writeSpherical({ from: to, to, layout, software })
    const bytes = await readFile(to)
    const at = bytes.indexOf('vexu')
    expect(bytes.indexOf('vexu', at + 4)).toBe(-1)
    const usage = bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4))
    expect(describeBoxes(usage)).toEqual(expected.map(line => expect.stringMatching(`^${line}`)))
    expect(usage.includes('equi')).toBe(true)
    expect(usage.includes('over')).toBe(layout === 'top-bottom')
  })

  it('declares no stereo mode for a mono video', async () => {
    await writeSpherical({ from: await makeClip(join(folder, 'mono.mp4')), to, layout: 'mono', software })
    const said = await probe(to)
    expect(said).toMatch(/Stereo 3D[\s\S]*type=2D/)
    expect(said).toContain('projection=equirectangular')
    expect((await readFile(to)).includes('StereoMode')).toBe(false)
  })

  it('replaces spherical metadata in place; writing the same twice changes nothing', async () => {
    const from = await makeClip(join(folder, 'again.mp4'), { with: ['-movflags', '+faststart'] })
    await writeSpherical({ from, to, layout: 'top-bottom', software })
    const once = await readFile(to)
    await writeSpherical({
      from: to,
      to,
      layout: 'mono',
      software: 'a name that takes more bytes than before',
    })
    expect(await probe(to)).toMatch(/type=2D/)
    expect(await frameDigests(to)).toEqual(await frameDigests(from))
    await writeSpherical({ from: to, to, layout: 'top-bottom', software })
    expect(once.equals(await readFile(to))).toBe(true)
  })

  it('keeps other boxes of a track', async () => {
    const from = await makeClip(join(folder, 'other.mp4'), { with: ['-metadata:s:a:0', 'language=fra'] })
    const film = await readFile(from)
    const other = Buffer.from('0000001875756964000102030405060708090a0b0c0d0e0f', 'hex')
    const [moov, trak] = [film.indexOf('moov') - 4, film.indexOf('trak') - 4]
    for (const at of [moov, trak]) film.writeUInt32BE(film.readUInt32BE(at) + other.length, at)
    await writeFile(from, Buffer.concat([film.subarray(0, trak + 8), other, film.subarray(trak + 8)]))
    await writeSpherical({ from, to, layout: 'mono', software })
    expect((await readFile(to)).includes(other)).toBe(true)
    expect(await probe(to)).toContain('TAG:language=fra')
  })
})

describe('files that cannot be declared spherical', () => {
  beforeEach(needsFfmpeg)
  const refusal = async (from: string) => {
    await rm(to, { force: true })
    const error = await writeSpherical({ from, to, layout: 'mono', software }).catch(
      (caught: unknown) => caught,
    )
    await expect(stat(to)).rejects.toThrow('ENOENT')
    await expect(stat(`${to}.part`)).rejects.toThrow('ENOENT')
    return error
  }

  it.each([
    ['frag_keyframe+empty_moov', 'fragmented'],
    ['frag_keyframe', 'fragmented'],
  ])('rejects a file with fragments of %s as %s', async (flags, code) => {
    const from = await makeClip(join(folder, 'fragments.mp4'), { with: ['-movflags', flags] })
    expect(await refusal(from)).toMatchObject({ code })
  })

  it('leaves no temporary file behind when the target cannot be written', async () => {
    const from = await makeClip(join(folder, 'homeless.mp4'))
    const taken = join(folder, 'taken')
    await mkdir(join(taken, 'inside'), { recursive: true })
    await expect(writeSpherical({ from, to: taken, layout: 'mono', software })).rejects.toThrow('taken')
    await expect(stat(`${taken}.part`)).rejects.toThrow('ENOENT')
  })

  it('rejects audio files, texts and truncated videos with an error code', async () => {
    const film = await makeClip(join(folder, 'film.mp4'))
    const sound = await makeClip(join(folder, 'sound.mp4'), { tracks: 0 })
    expect(await refusal(sound)).toMatchObject({ code: 'no_video' })
    const text = join(folder, 'text.mp4')
    await writeFile(text, 'no film at all')
    expect(await refusal(text)).toMatchObject({ code: 'not_mp4' })
    const cut = join(folder, 'cut.mp4')
    await copyFile(film, cut)
    await truncate(cut, (await stat(film)).size - 50)
    expect(await refusal(cut)).toMatchObject({ code: 'not_mp4' })
    expect(await refusal(join(folder, 'absent.mp4'))).toMatchObject({ code: 'ENOENT' })
  })
})
