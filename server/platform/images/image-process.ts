import sharp, { type Metadata } from 'sharp'

/** A request from the parent: a file, and the longest sides in pixels of the images to create from it. */
export type ImageRequest = { readonly path: string; readonly sizes: readonly number[] }
/** WebP images in base64, in the requested order; or an error. */
export type ImageAnswer = { readonly images: readonly string[] } | { readonly error: string }

// A typical machine has two cores: one image at a time leaves the other core to requests.
sharp.concurrency(1)
sharp.cache(false)

/** Maximum number of pixels: 16,384 × 16,384. */
const MAX_PIXELS = 268_435_456
/**
 * Maximum decoded size in bytes of an image that must be decoded whole before its first line is available.
 */
const MAX_WHOLE = 512 * 1024 ** 2

const bytesOf: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  float: 4,
  double: 8,
}

/** Interlaced and progressive images are decoded in passes over the whole; others are read line by line. */
const decodedBytes = ({ width = 0, height = 0, channels = 4, depth = 'uchar', isProgressive }: Metadata) =>
  isProgressive ? width * height * channels * (bytesOf[depth] ?? 4) : 0

/** Decodes damaged images as far as possible, as browsers do: phones write some that libraries refuse. */
const options = { limitInputPixels: MAX_PIXELS, failOn: 'none' } as const

const shrink = (path: string, size: number) =>
  sharp(path, { ...options, sequentialRead: true })
    .rotate()
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()

const make = async ({ path, sizes }: ImageRequest): Promise<ImageAnswer> => {
  const metadata = await sharp(path, options).metadata()
  if (decodedBytes(metadata) > MAX_WHOLE)
    return { error: `${metadata.width} × ${metadata.height} pixels in passes take too much memory` }
  const images: string[] = []
  for (const size of sizes) images.push((await shrink(path, size)).toString('base64'))
  return { images }
}

process.on('message', (request: ImageRequest) => {
  make(request)
    .catch((error: unknown): ImageAnswer => ({ error: String(error) }))
    .then(answer => process.send?.(answer))
})
process.once('disconnect', () => process.exit(0))
