import { open, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeSpherical } from '~/server/video/write-spherical'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { frameDigests, makeClip, newFolder, probe } from '../support/video/sphere-material'

const folder = newFolder('spherical-large')

/** Position of the chunk offsets in a video file. */
const offsetPlaces = (film: Buffer) => {
  const places: number[] = []
  for (let at = film.indexOf('stco'); at > 0; at = film.indexOf('stco', at + 4))
    for (let index = 0; index < film.readUInt32BE(at + 8); index += 1) places.push(at + 12 + 4 * index)
  return places
}

/** A faststart video with a hole before its samples, the last of which begin `before` bytes before 4 GiB. */
const makeLarge = async (path: string, film: Buffer, before: number) => {
  const places = offsetPlaces(film)
  const gap = 2 ** 32 - before - Math.max(...places.map(at => film.readUInt32BE(at)))
  for (const at of places) film.writeUInt32BE(film.readUInt32BE(at) + gap, at)
  const mdat = film.indexOf('mdat') - 4
  const free = Buffer.from('00000001667265650000000000000000', 'hex')
  free.writeBigUInt64BE(BigInt(gap), 8)
  await writeFile(path, Buffer.concat([film.subarray(0, mdat), free]))
  await truncate(path, mdat + gap)
  const file = await open(path, 'r+')
  await file.write(film, mdat, film.length - mdat, mdat + gap)
  await file.close()
  return path
}

it('writes 64-bit chunk offsets when samples move beyond 4 GiB', {
  ...long,
  timeout: 120_000,
}, async context => {
  needsFfmpeg(context)
  const { bavail, bsize } = await statfs(folder)
  context.skip(bavail * bsize < 6 * 2 ** 30, 'less than 6 GiB are free')
  const film = await makeClip(join(folder, 'short.mp4'), { with: ['-movflags', '+faststart'] })
  const from = await makeLarge(join(folder, 'long.mp4'), await readFile(film), 200)
  const to = join(folder, 'out.mp4')
  expect(await frameDigests(from)).toEqual(await frameDigests(film))
  await writeSpherical({ from, to, layout: 'top-bottom', software: 'Vecto' })
  expect(await probe(to)).toContain('top and bottom')
  expect(await frameDigests(to)).toEqual(await frameDigests(film))
  const start = Buffer.alloc(65_536)
  const file = await open(to)
  await file.read(start)
  await file.close()
  expect(start.includes('co64') && !start.includes('stco')).toBe(true)
  await Promise.all([rm(from), rm(to)])
})
