import sharp from 'sharp'
import { demoClip, makePdf } from '~/server/demo/files/documents'
import { makeZip } from '~/server/demo/files/zip'

export type MediaFile = { readonly name: string; readonly contentType: string; readonly bytes: Buffer }

const file = (name: string, contentType: string, bytes: Buffer | string): MediaFile => ({
  name,
  contentType,
  bytes: Buffer.from(bytes),
})

export const pngFile = async (name = 'picture.png', width = 64, height = 32) => {
  const create = { width, height, channels: 3, background: '#2a6f97' } as const
  return file(name, 'image/png', await sharp({ create }).png().toBuffer())
}

export const jpegFile = async (name = 'photo.jpg', width = 640, height = 320) => {
  const create = { width, height, channels: 3, background: '#a9d6e5' } as const
  return file(name, 'image/jpeg', await sharp({ create }).jpeg().toBuffer())
}

const pdf = await makePdf('A document', ['One line.'])

export const pdfFile = (name = 'document.pdf') => file(name, 'application/pdf', pdf)

export const zipFile = (name = 'archive.zip') =>
  file(name, 'application/zip', makeZip([{ name: 'readme.txt', bytes: Buffer.from('Hello') }]))

/** A video of two seconds, 320 × 160, H.264. */
export const mp4File = async (name = 'film.mp4') => file(name, 'video/mp4', (await demoClip()).bytes)

export const textFile = (name = 'notes.txt') => file(name, 'text/plain', 'Some notes.\n')

/** A file that must never run on the panel's origin. */
export const htmlFile = (name = 'page.html') =>
  file(name, 'text/html', '<!doctype html><title>t</title><script>document.title = "ran"</script>')

export const svgFile = (name = 'drawing.svg') =>
  file(
    name,
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>document.title = "ran"</script></svg>',
  )
