import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ReadBytes } from '~/model/video/mp4'
import { findFfmpeg } from '~/scripts/system-packages'

const run = promisify(execFile)

export const ffmpegPath = () => findFfmpeg() ?? 'ffmpeg'
export const ffprobePath = () => process.env.FFPROBE_PATH || join(dirname(ffmpegPath()), 'ffprobe')

export const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `vecto-${name}-`))

/** Runs ffmpeg. @returns its standard output */
export const ffmpeg = async (...args: readonly string[]) => {
  const options = { maxBuffer: 2 ** 30, encoding: 'buffer' as const }
  const { stdout } = await run(ffmpegPath(), ['-nostdin', '-v', 'error', '-y', ...args], options)
  return stdout
}

/** The complete ffprobe output for a file. */
export const probe = async (path: string) =>
  (await run(ffprobePath(), ['-v', 'error', '-show_format', '-show_streams', path])).stdout

/** Hashes of all decoded audio and video frames, without the header. */
export const frameDigests = async (path: string) => {
  const text = (await ffmpeg('-i', path, '-map', '0', '-f', 'framemd5', '-')).toString()
  return text.split('\n').filter(line => line && !line.startsWith('#'))
}

/** Mean PSNR in dB between two videos, each through a filter (`null` for none); Infinity if identical. */
export const psnr = async (a: string, b: string, filterA = 'null', filterB = filterA) => {
  const graph = `[0:v]${filterA}[a];[1:v]${filterB}[b];[a][b]psnr`
  const args = ['-nostdin', '-v', 'info', '-i', a, '-i', b, '-lavfi', graph, '-f', 'null', '-']
  const { stderr } = await run(ffmpegPath(), args, { maxBuffer: 2 ** 26 })
  const found = /PSNR .*average:(\S+)/.exec(stderr)?.[1] ?? ''
  return found === 'inf' ? Number.POSITIVE_INFINITY : Number(found)
}

export type Clip = {
  readonly size?: string
  readonly rate?: number
  readonly seconds?: number
  readonly tracks?: number
  readonly sound?: boolean
  /** More arguments for the output, such as an encoder or flags. */
  readonly with?: readonly string[]
}

/** A video of a moving test pattern. */
export const makeClip = async (path: string, clip: Clip = {}) => {
  const { size = '128x64', rate = 10, seconds = 1, tracks = 1, sound = true } = clip
  const source = (filter: string) => ['-f', 'lavfi', '-i', `${filter}:duration=${seconds}`]
  const pictures = Array.from({ length: tracks }, () => source(`testsrc2=size=${size}:rate=${rate}`)).flat()
  const tone = sound ? source('sine=frequency=440') : []
  const maps = Array.from({ length: tracks + (sound ? 1 : 0) }, (_, index) => ['-map', String(index)]).flat()
  await ffmpeg(...pictures, ...tone, ...maps, '-pix_fmt', 'yuv420p', ...(clip.with ?? []), path)
  return path
}

/** Reads a file as a browser reads a slice of it. */
export const openReader = async (path: string) => {
  const file = await open(path)
  const read: ReadBytes = async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
  return { read, size: (await file.stat()).size, close: () => file.close() }
}

export const bytesReader =
  (bytes: Uint8Array): ReadBytes =>
  async (offset, length) =>
    bytes.subarray(offset, offset + length)
