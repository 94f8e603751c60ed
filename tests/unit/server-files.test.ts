import { createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { acceptsFile, nameOfFile } from '~/model/content-types'
import { file } from '~/model/fields'
import { createLinkSigner, LINK_SECONDS, type SignedLink } from '~/server/platform/crypto/signed-links'
import { newUid } from '~/server/platform/crypto/tokens'
import { folderStore } from '~/server/platform/storage/folder-store'
import { typeOfStored } from '~/server/platform/storage/local-files'
import { labelFrom } from '~/server/records/reserved-files'
import {
  htmlFile,
  jpegFile,
  type MediaFile,
  mp4File,
  pdfFile,
  pngFile,
  textFile,
  zipFile,
} from '../support/video/media-files'

const folder = mkdtempSync(join(tmpdir(), 'vecto-files-'))
const sniff = async ({ name, bytes }: MediaFile, declared: string) => {
  const files = { read: async () => Readable.from([bytes]) }
  return (await typeOfStored(files, newUid(), { declared, name })).stored
}

describe('the type of an upload', () => {
  it('stores the declared content type when the bytes agree', async () => {
    for (const media of [
      await pngFile(),
      await jpegFile(),
      pdfFile(),
      zipFile(),
      await mp4File(),
      textFile(),
      htmlFile(),
    ])
      expect([media.name, await sniff(media, media.contentType)]).toEqual([media.name, media.contentType])
  })

  it('rejects an upload whose bytes have another type than declared', async () => {
    expect(await sniff(zipFile(), 'video/mp4')).toBeUndefined()
    expect(await sniff(textFile(), 'application/pdf')).toBeUndefined()
    expect(await sniff(await pngFile(), 'text/html')).toBeUndefined()
  })

  it('stores the detected type when a related type is declared', async () => {
    expect(await sniff(await pngFile(), 'image/jpeg')).toBe('image/png')
    expect(await sniff(pdfFile(), 'text/plain')).toBe('application/pdf')
  })

  it('detects the type of an upload without a declared type', async () => {
    expect(await sniff(pdfFile(), '')).toBe('application/pdf')
    expect(await sniff(pdfFile(), 'application/octet-stream')).toBe('application/pdf')
    expect(await sniff(textFile(), '')).toBe('application/octet-stream')
  })

  it('normalizes alternative names of a content type', async () => {
    expect(await sniff(zipFile(), 'application/x-zip-compressed')).toBe('application/zip')
    expect(await sniff(await jpegFile(), 'image/jpg')).toBe('image/jpeg')
  })
})

/** The beginning of a file whose first MP4 box has this type. */
const beginning = (type: string, brand = '\0\0\0\0') =>
  Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from(`${type}${brand}`, 'latin1'), Buffer.alloc(64)])

describe('a file named .mp4', () => {
  const named = (bytes: Buffer, declared: string, name = 'GX010042.MP4') =>
    sniff({ name, contentType: '', bytes }, declared)
  const brands = ['isom', 'mp42', 'avc1', 'M4V ', 'M4A ', 'iso6', 'dash', 'qt  ', '3gp5', 'XAVC', 'none']
  const first = ['ftyp', 'styp', 'sidx', 'moof', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']

  it.each(brands)('accepts an .mp4 file of the brand %s as video/mp4', async brand =>
    expect(await named(beginning('ftyp', brand), 'video/mp4')).toBe('video/mp4'),
  )

  it.each(first)('accepts an .mp4 file that begins with the box %s as video/mp4', async type =>
    expect(await named(beginning(type), 'video/mp4')).toBe('video/mp4'),
  )

  it.each(['', 'application/octet-stream', 'video/quicktime', 'VIDEO/MP4; codecs="hvc1"', 'application/mp4'])(
    'accepts an .mp4 file as video/mp4 when %j is declared',
    async declared => expect(await named(beginning('ftyp', 'qt  '), declared)).toBe('video/mp4'),
  )

  it('rejects an .mp4 file with bytes of another type, HEIF images included, or declared as one', async () => {
    for (const brand of ['heic', 'mif1', 'avif', 'avis', 'crx '])
      expect([brand, await named(beginning('ftyp', brand), 'video/mp4')]).toEqual([brand, undefined])
    expect(await named(beginning('ftyp', 'heic'), '')).toBe('image/heic')
    expect(await named((await pngFile()).bytes, 'video/mp4')).toBeUndefined()
    expect(await named(textFile().bytes, 'video/mp4')).toBeUndefined()
    expect(await named(Buffer.alloc(0), 'video/mp4')).toBeUndefined()
    expect(await named((await mp4File()).bytes, 'image/png')).toBeUndefined()
  })

  it('keeps video/quicktime for a .mov file, whatever type is declared', async () => {
    expect(await named(beginning('ftyp', 'qt  '), 'video/quicktime', 'film.mov')).toBe('video/quicktime')
    expect(await named(beginning('ftyp', 'qt  '), '', 'film.mov')).toBe('video/quicktime')
    expect(await named(beginning('ftyp', 'qt  '), 'video/mp4', 'film.mov')).toBe('video/quicktime')
  })
})

describe('the label of an upload', () => {
  it('takes the base name of a file in any script as label', () => {
    expect(labelFrom('C:\\Films\\夜景 🎥 été.mp4')).toBe('夜景 🎥 été.mp4')
    expect(labelFrom('../../a\nb\u0000.mp4 ')).toBe('ab.mp4')
    expect(labelFrom(' / ')).toBe('file')
  })

  it('shortens a long label by whole characters and keeps the file extension', () => {
    const cut = labelFrom(`${'🎥'.repeat(300)}.mp4`)
    expect([[...cut].length, /\p{Cs}/u.test(cut)]).toEqual([200, false])
    expect(cut.endsWith('🎥.mp4')).toBe(true)
    expect(labelFrom(`a.${'b'.repeat(300)}`)).toHaveLength(200)
  })
})

describe('a file field that accepts some types', () => {
  it('accepts only the declared content types and families', () => {
    const pictures = file({ accept: ['image/*', 'application/pdf'] })
    expect(
      ['image/png', 'application/pdf', 'video/mp4', 'imagex/png'].map(type =>
        acceptsFile(pictures.accept, { type, name: 'x' }),
      ),
    ).toEqual([true, true, false, false])
    expect(acceptsFile(file().accept, { type: 'anything/at-all', name: 'x' })).toBe(true)
  })
})

describe('the file store', () => {
  it('the file store accesses files by id only', async () => {
    const store = folderStore(join(folder, 'store'), { usableBytes: () => 1 })
    const [id, other] = [newUid(), newUid()]
    await store.write(id, Buffer.from('bytes'))
    await store.share(id, other)
    await store.remove(id)
    expect(await store.size(other)).toBe(5)
    for (const wrong of ['../secret', 'a', `${id}/x`, `${id}\u0000`])
      expect(() => store.pathOf(wrong)).toThrow(/Not a file id/)
  })
})

describe('the name of a record made of a file', () => {
  it.each([
    ['VID_20240115_093000.mp4', 'VID_20240115_093000'],
    ['quay v1.2.final.MP4', 'quay v1.2.final'],
    ['.mp4', '.mp4'],
    ['no extension', 'no extension'],
    [`${'long '.repeat(60)}.mp4`, 'long '.repeat(40)],
  ])('the record made from the file %s is named %s', (label, name) => {
    expect(nameOfFile(label)).toBe(name)
  })
})

describe('a signed link', () => {
  const signer = createLinkSigner([{ id: '1', secret: 'secret' }])
  const parts = (url: string): SignedLink => {
    const { pathname, searchParams } = new URL(url, 'http://x')
    const [id = '', name = ''] = pathname.split('/').slice(3)
    const of = (key: string) => searchParams.get(key) ?? ''
    return {
      id,
      name: decodeURIComponent(name),
      as: of('as'),
      until: of('until'),
      key: of('key'),
      signature: of('signature'),
    }
  }
  const now = 1_800_000_000_000

  it('verifies a signed link for a day and only with its file, name and signature', () => {
    const link = parts(signer.link('file1', 'a b.pdf', 'attachment', now))
    expect(signer.verify(link, now)).toBe(true)
    expect(signer.verify(link, now + (LINK_SECONDS - 1) * 1000)).toBe(true)
    expect(signer.verify(link, now + (LINK_SECONDS + 1) * 1000)).toBe(false)
    for (const forged of [
      { id: 'file2' },
      { name: 'b.exe' },
      { as: 'inline' },
      { until: `${Number(link.until) + 1}` },
      { key: '2' },
      { signature: '' },
    ])
      expect([forged, signer.verify({ ...link, ...forged }, now)]).toEqual([forged, false])
    expect(createLinkSigner([{ id: '1', secret: 'another' }]).verify(link, now)).toBe(false)
  })

  it('verifies a link signed with a rotated key until it expires, unless that key was removed', () => {
    const link = parts(signer.link('file1', 'a', 'inline', now))
    const rotated = createLinkSigner([
      { id: '2', secret: 'new' },
      { id: '1', secret: 'secret' },
    ])
    expect(rotated.verify(link, now)).toBe(true)
    expect(parts(rotated.link('file1', 'a', 'inline', now)).key).toBe('2')
    expect(createLinkSigner([{ id: '2', secret: 'new' }]).verify(link, now)).toBe(false)
  })

  it('returns the same image link for an hour, so that browsers cache it, valid for nearly a day', () => {
    // `now` is the beginning of an hour.
    const cached = signer.cacheable('x', 'p', now)
    expect(cached).toBe(signer.cacheable('x', 'p', now + 3_599_000))
    expect(cached).not.toBe(signer.cacheable('x', 'p', now + 3_600_000))
    expect(parts(cached).as).toBe('')
    expect(signer.verify(parts(cached), now + (LINK_SECONDS - 1) * 1000)).toBe(true)
    expect(signer.verify(parts(cached), now + LINK_SECONDS * 1000)).toBe(false)
  })

  it('omits the disposition from an inline link, keeping signatures of earlier servers valid', () => {
    const link = signer.link('file1', 'a', 'inline', now)
    expect(link).not.toContain('as=')
    const { until, signature } = parts(link)
    expect(signature).toBe(createHmac('sha256', 'secret').update(`${until}.file1\0a`).digest('base64url'))
    expect(signer.verify({ ...parts(link), as: 'attachment' }, now)).toBe(false)
    expect(signer.link('file1', 'a', 'attachment', now)).toContain('as=attachment')
  })

  it('returns a link as path, or with the public API origin when one is configured', () => {
    expect(signer.link('file1', 'a', 'inline', now)).toMatch(/^\/parse\/blob\/file1\/a\?/)
    const elsewhere = createLinkSigner([{ id: '1', secret: 'secret' }], 'https://api.example/parse')
    expect(elsewhere.link('file1', 'a', 'inline', now)).toBe(
      `https://api.example${signer.link('file1', 'a', 'inline', now)}`,
    )
  })
})
