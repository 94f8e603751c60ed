import sharp, { type Metadata } from 'sharp'

/** A square to cut from the centre of an image. */
export type Square = {
  /** Width and height in pixels; less for a smaller image. */
  readonly side: number
  /** Maximum number of pixels of the image. */
  readonly maxPixels: number
  /** Content types of the image. */
  readonly types: readonly string[]
}

/** A request from the parent: a file, and the longest sides in pixels of the images to create from it, or a square. */
export type ImageRequest = { readonly path: string } & (
  | { readonly sizes: readonly number[] }
  | { readonly square: Square }
)

/** Why no square is cut: the image is not of the types, has too many pixels, or more than one frame. */
export type ImageProblem = 'unreadable' | 'pixels' | 'animated'

/** WebP images in base64, in the requested order; or an error. */
export type ImageAnswer =
  | { readonly images: readonly string[] }
  | { readonly error: string; readonly problem?: ImageProblem }

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

/** Reads the header alone: nothing is decoded of an image that is refused. */
const problemOf = (metadata: Metadata, { maxPixels, types }: Square): ImageProblem | undefined => {
  const { width = 0, height = 0, format = '', pages = 1 } = metadata
  if (!types.includes(`image/${format}`)) return 'unreadable'
  if (pages > 1) return 'animated'
  return width * height > maxPixels ? 'pixels' : undefined
}

/** The square has none of the metadata of the image, such as the place where it was taken. */
const cutSquare = async (path: string, square: Square): Promise<ImageAnswer> => {
  const limited = { ...options, limitInputPixels: false } as const
  const metadata = await sharp(path, limited).metadata()
  const problem = problemOf(metadata, square)
  if (problem) return { error: `The image is refused: ${problem}`, problem }
  const side = Math.min(square.side, metadata.width ?? 0, metadata.height ?? 0)
  const made = await sharp(path, { ...options, limitInputPixels: square.maxPixels })
    .rotate()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer()
  return { images: [made.toString('base64')] }
}

const make = async (request: ImageRequest): Promise<ImageAnswer> => {
  if ('square' in request) return cutSquare(request.path, request.square)
  const { path, sizes } = request
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
