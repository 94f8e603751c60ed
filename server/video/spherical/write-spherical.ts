import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Box, boxesIn, Mp4Error, type ReadBytes, readMoov, topBoxes } from '~/model/video/mp4-boxes'
import { readerOf } from '~/server/video/file-reader'
import type { Declaration } from './boxes'
import { SphericalError } from './layout'
import { isVideoTrack, lastOffset, type Rebuild, rebuildMoov } from './rebuild-moov'

export type SphericalOptions = Declaration & {
  readonly from: string
  /** May be `from`. */
  readonly to: string
}

type Found = { readonly box: Box; readonly bytes: Buffer; readonly size: number }

const findMoov = async (read: ReadBytes, size: number): Promise<Found> => {
  let moov: Box | undefined
  for await (const box of topBoxes(read, size)) if (box.type === 'moov') moov ??= box
  if (!moov) throw new SphericalError('not_mp4', 'There is no moov box.')
  return { box: moov, bytes: Buffer.from(await readMoov(read, moov)), size }
}

/** @throws SphericalError not_mp4, fragmented */
const openMoov = async (path: string): Promise<Found> => {
  const file = await open(path)
  try {
    return await findMoov(readerOf(file), (await file.stat()).size)
  } catch (error) {
    throw error instanceof Mp4Error ? new SphericalError('not_mp4', error.message) : error
  } finally {
    await file.close()
  }
}

/** The child boxes of a moov in its own buffer. @throws SphericalError fragmented */
const partsOf = ({ box, bytes }: Found): readonly Box[] => {
  const parts = [...boxesIn(bytes, box.body - box.start)]
  if (parts.some(part => part.type === 'mvex'))
    throw new SphericalError('fragmented', 'Its samples lie in fragments.')
  return parts
}

const newMoov = (found: Found, { layout, software, pose }: Declaration) => {
  const parts = partsOf(found)
  if (!parts.some(part => isVideoTrack(found.bytes, part)))
    throw new SphericalError('no_video', 'There is no picture in it.')
  const { start, end } = found.box
  const base: Rebuild = { layout, software, pose, shift: 0, from: end, wide: false }
  const made = (wide: boolean) => {
    const { length } = rebuildMoov(found.bytes, parts, { ...base, wide })
    return { ...base, wide, shift: length - (end - start) }
  }
  const narrow = made(false)
  const wide = lastOffset(rebuildMoov(found.bytes, parts, base)) + Math.max(narrow.shift, 0) >= 2 ** 32
  return rebuildMoov(found.bytes, parts, wide ? made(true) : narrow)
}

/** Copies the file with another moov; everything else is streamed, never held in memory. */
const copyAround = (from: string, to: string, { box, size }: Found, moov: Buffer) => {
  const pass = (start: number, end: number) =>
    start < end ? createReadStream(from, { start, end: end - 1, highWaterMark: 2 ** 20 }) : []
  const bytes = async function* () {
    yield* pass(0, box.start)
    yield moov
    yield* pass(box.end, size)
  }
  return pipeline(bytes, createWriteStream(to))
}

/**
 * Declares the video of an mp4 as a full equirectangular sphere (Spherical Video V2 and V1), replacing
 * previous declarations. Samples are not modified.
 * @throws SphericalError not_mp4, fragmented, no_video; file system errors unchanged
 */
export const writeSpherical = async (options: SphericalOptions): Promise<void> => {
  const found = await openMoov(options.from)
  const part = `${options.to}.part`
  try {
    await copyAround(options.from, part, found, newMoov(found, options))
    await rename(part, options.to)
  } catch (error) {
    await rm(part, { force: true })
    throw error instanceof Mp4Error ? new SphericalError('not_mp4', error.message) : error
  }
}
