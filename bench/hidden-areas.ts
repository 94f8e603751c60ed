import { ffmpeg } from '~/tests/support/video/sphere-material'

/** The luma of all frames of a video after a filter, one byte per pixel. */
const lumaOf = (path: string, filter: string) =>
  ffmpeg('-i', path, '-vf', `${filter},extractplanes=y`, '-f', 'rawvideo', '-')

const peak = 255 ** 2

/**
 * PSNR of brightness in dB between two videos of the right eye, for areas that the left eye does not see apart from the rest.
 * @param hidden per frame: which pixels of the true right eye the left eye does not see, in the size of the whole eye
 * @param rows of each frame that are compared: the first, and the one after the last
 */
export const psnrByArea = async (
  made: { readonly path: string; readonly filter: string },
  truth: string,
  hidden: readonly Uint8Array[],
  { width, from, to }: { readonly width: number; readonly from: number; readonly to: number },
) => {
  const rows = `crop=${width}:${to - from}:0:${from}`
  const [a, b] = [await lumaOf(made.path, `${made.filter},${rows}`), await lumaOf(truth, rows)]
  const areas = { hidden: { sum: 0, pixels: 0 }, rest: { sum: 0, pixels: 0 } }
  const size = width * (to - from)
  for (const [frame, mask] of hidden.entries())
    for (let at = 0; at < size; at += 1) {
      const difference = (a[frame * size + at] ?? 0) - (b[frame * size + at] ?? 0)
      const area = mask[from * width + at] ? areas.hidden : areas.rest
      area.sum += difference * difference
      area.pixels += 1
    }
  const decibels = ({ sum, pixels }: typeof areas.rest) => 10 * Math.log10((peak * pixels) / sum)
  return { hidden: decibels(areas.hidden), rest: decibels(areas.rest) }
}
