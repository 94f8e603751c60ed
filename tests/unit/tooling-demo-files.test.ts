import { unzipSync } from 'fflate'
import { fileTypeFromBuffer } from 'file-type'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoFiles } from '~/server/demo/files/documents'
import type { DemoFile } from '~/server/demo/files/pictures'

describe('demo files', () => {
  let files: readonly DemoFile[] = []
  beforeAll(async () => {
    files = await demoFiles()
  })
  const pictures = () => files.filter(file => file.contentType.startsWith('image/'))

  it('generates demo files whose content matches their name and content type', async () => {
    expect(files.length).toBeGreaterThan(60)
    for (const { name, contentType, bytes } of files) {
      const found = await fileTypeFromBuffer(bytes)
      expect(found?.mime, name).toBe(contentType)
      expect(name.endsWith(`.${found?.ext}`), name).toBe(true)
    }
  })

  it('generates demo files with distinct names and contents', () => {
    expect(new Set(files.map(file => file.name)).size).toBe(files.length)
    expect(new Set(files.map(file => file.bytes.toString('base64'))).size).toBe(files.length)
  })

  it('generates identical demo files at each run', async () => {
    const again = await demoFiles()
    expect(again.every((file, at) => files[at]?.bytes.equals(file.bytes))).toBe(true)
    expect(again.every((file, at) => files[at]?.name === file.name)).toBe(true)
  })

  it('generates documents of one page with a title and without dates, and zips of such documents', async () => {
    const ofType = (type: string) => files.filter(({ contentType }) => contentType === type)
    const zipped = ofType('application/zip').flatMap(({ bytes }) => Object.entries(unzipSync(bytes)))
    expect(zipped.map(([name]) => name)).toContain('documents/Boardroom.pdf')
    const papers = [
      ...ofType('application/pdf').map(({ name, bytes }) => [name, bytes] as const),
      ...zipped.filter(([name]) => name.endsWith('.pdf')),
    ]
    expect(papers).toHaveLength(9)
    for (const [name, bytes] of papers) {
      const paper = await PDFDocument.load(bytes, { updateMetadata: false })
      expect([paper.getPageCount(), paper.getCreationDate()], name).toEqual([1, undefined])
      expect(name.endsWith(`${paper.getTitle()}.pdf`), name).toBe(true)
    }
  })

  it('generates panoramas twice as wide as high, and square icons', async () => {
    const shapes = await Promise.all(pictures().map(async ({ bytes }) => sharp(bytes).metadata()))
    for (const { width, height } of shapes) expect([1, 2]).toContain(width / height)
  })

  it('generates WebP thumbnails of 256 and 128 pixels', async () => {
    for (const { name, thumb256, thumb128 } of pictures()) {
      const [large, small] = await Promise.all([sharp(thumb256).metadata(), sharp(thumb128).metadata()])
      expect([large.format, large.width, small.format, small.width], name).toEqual(['webp', 256, 'webp', 128])
    }
  })

  it('generates demo files of a few kilobytes each', () => {
    for (const { name, bytes } of files) expect(bytes.length, name).toBeLessThan(60_000)
  })
})
