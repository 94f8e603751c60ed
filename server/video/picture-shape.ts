import { open } from 'node:fs/promises'
import { type PictureShape, type Seen, shapeOf } from '~/model/video/picture-shape'
import { type Declared, readDeclarations } from '~/model/video/spherical'
import { findHalves } from './eye-halves'
import type { Facts } from './facts'
import type { Workbench } from './ffmpeg'
import { readerOf } from './file-reader'
import { countCircles, haveRims } from './lens-circles'
import { areDark, readSmallFrames } from './small-frames'

/** What a file declares of its frames: projection, eyes, bounds and pose. */
export const declarationsOf = async (path: string): Promise<Declared[]> => {
  const file = await open(path)
  try {
    return await readDeclarations(readerOf(file), (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/** What the frames of a video look like. */
export const lookAt = async (
  bench: Workbench,
  path: string,
  facts: Pick<Facts, 'width' | 'height' | 'duration' | 'start' | 'tracks'>,
): Promise<Seen> => {
  const frames = await readSmallFrames(bench, path, facts)
  return {
    circles: countCircles(frames),
    rims: haveRims(frames),
    isDark: areDark(frames),
    ...findHalves(frames),
  }
}

/**
 * Names what the frames of a video show.
 * @param low the same video for playback, which is faster to look at
 */
export const examineShape = async (
  bench: Workbench,
  { declared, facts }: { readonly declared: readonly Declared[]; readonly facts: Facts },
  low: { readonly path: string; readonly facts: Facts },
): Promise<PictureShape> => {
  const { width, height, tracks } = facts
  const seen = await lookAt(bench, low.path, low.facts)
  return shapeOf({ width, height, tracks: tracks.length }, declared, seen)
}
