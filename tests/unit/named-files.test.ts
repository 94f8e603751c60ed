import { describe, expect, it } from 'vitest'
import { namesContent } from '~/model/file-content'
import { headersFor } from '~/server/features/uploads/download-routes'
import { detectedType } from '~/server/platform/storage/local-files'
import { disguisedFiles, namedFiles } from '../support/video/named-files'

const pairs = namedFiles().flatMap(([name, bytes, types]) => types.map(type => [name, type, bytes] as const))

describe('files with the content types that browsers and systems declare', () => {
  it.each(pairs)('stores %s declared as %j', async (name, declared, head) => {
    const { found, stored } = await detectedType(head, { declared, name })
    expect(stored, `detected ${found}`).toMatch(/^[a-z]+\/[\w.+-]+$/)
  })

  it.each(pairs)(
    'serves %s declared as %j inline only if its content type was detected',
    async (name, declared, head) => {
      const { found, stored = '' } = await detectedType(head, { declared, name })
      const { contentType, disposition } = headersFor(stored, name, 'inline')
      if (found === undefined && !stored.endsWith('pdf')) expect(contentType).toBe('application/octet-stream')
      if (contentType === 'application/octet-stream') expect(disposition).toMatch(/^attachment/)
    },
  )

  it.each([
    ['clip.avi', 'video/avi', 'video/x-msvideo'],
    ['photo.jpg', 'image/png', 'image/jpeg'],
    ['list.csv', 'application/vnd.ms-excel', 'text/csv'],
    ['page.pdf', 'text/plain', 'application/pdf'],
    ['photo.tga', 'image/x-tga', 'application/octet-stream'],
    ['code.ts', 'video/mp2t', 'text/plain'],
    ['route.kml', 'application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kml+xml'],
    ['scene.usdz', 'model/vnd.usdz+zip', 'model/vnd.usdz+zip'],
  ])('stores %s declared as %s with the detected type', async (name, declared, stored) => {
    const [, head] = namedFiles().find(([each]) => each === name) ?? ['', Buffer.alloc(0)]
    expect((await detectedType(head, { declared, name })).stored).toBe(stored)
  })

  it('matches alternative names of a content type and those of its family', () => {
    expect(namesContent('video/avi', 'video/x-msvideo')).toBe(true)
    expect(namesContent('audio/webm', 'video/webm')).toBe(true)
    expect(namesContent('image/png', 'video/mp4')).toBe(false)
    expect(namesContent('text/html', 'image/png')).toBe(false)
  })
})

describe('disguised programs, pages and scripts', () => {
  it.each(disguisedFiles())(
    'rejects a disguised program, page or script: %s',
    async (name, head, declared) => {
      expect((await detectedType(head, { declared, name })).stored).toBeUndefined()
    },
  )
})
