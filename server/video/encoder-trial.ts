import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '~/model/errors'
import { asObject } from '~/model/objects'
import {
  codecOf,
  type Encoder,
  encoderNames,
  encodingOf,
  knownEncoder,
  needsOf,
  playbackEncoder,
} from '~/model/video/encoders'
import type { Config } from '~/server/platform/config/config'
import { run } from '~/server/platform/process/run-program'

type Programs = { readonly ffmpeg: string; readonly ffprobe: string }
type Limits = Pick<Config, 'JOB_MEMORY_GB'>

const ask = promisify(execFile)

/** Seconds after which a program is given up: drivers take a few to start. */
const longest = 60

/** The names of the encoders of an ffmpeg. */
export const encodersOf = async (ffmpeg: string): Promise<ReadonlySet<string>> => {
  const { stdout } = await ask(ffmpeg, ['-hide_banner', '-encoders'], {
    maxBuffer: 1 << 22,
    timeout: longest * 1000,
  })
  return new Set(stdout.split('\n').map(line => line.trim().split(/\s+/)[1] ?? ''))
}

/** A frame that every card takes. */
const frame = { width: 640, height: 320 }
const frames = 8

/** The first line of an error of ffmpeg is its cause, the others are consequences. */
const causeIn = (tail: string) =>
  tail
    .split('\n')
    .map(line => line.replace(/^\[[^\]]*\]\s*/, '').trim())
    .find(Boolean)

type Aim = Parameters<typeof encodingOf>[2]

/** Encodes a few generated frames under the limits of jobs. @throws Error with the cause */
const encodeOnce = async (programs: Programs, encoder: Encoder, aim: Aim, folder: string, limits: Limits) => {
  const { device, upload, args, pixels } = encodingOf(encoder, frame, aim)
  const output = path.join(folder, 'tried.mp4')
  const source = ['-f', 'lavfi', '-i', `testsrc2=s=${frame.width}x${frame.height}:r=30`]
  const limited = {
    cwd: folder,
    signal: new AbortController().signal,
    limit: longest,
    memory: limits.JOB_MEMORY_GB * 1024 ** 3,
  }
  const { code, tail } = await run(
    programs.ffmpeg,
    [
      ...['-v', 'error', '-nostdin', '-y', ...device, ...source, '-frames:v', `${frames}`],
      ...['-vf', `format=yuv420p${upload}`, ...args, ...pixels, output],
    ],
    limited,
  )
  if (code !== 0) throw new Error(causeIn(tail) ?? `ffmpeg ended with ${code}`)
  return output
}

/** @throws Error if the file is not what players take */
const checkMade = async ({ ffprobe }: Programs, { name }: Encoder, output: string) => {
  const shown = 'stream=codec_name,pix_fmt,nb_read_frames'
  const args = ['-v', 'error', '-count_frames', '-show_entries', shown, '-of', 'json', output]
  const { stdout } = await ask(ffprobe, args, { timeout: longest * 1000 })
  const { streams } = asObject(JSON.parse(stdout))
  const made = asObject(Array.isArray(streams) ? streams[0] : undefined)
  const [codec, pixels, count] = [made.codec_name, made.pix_fmt, Number(made.nb_read_frames)]
  if (codec !== codecOf(name) || pixels !== 'yuv420p' || count !== frames)
    throw new Error(`it wrote ${count} of ${frames} frames, as ${codec} in ${pixels}`)
}

const tryEach = async (programs: Programs, encoder: Encoder, limits: Limits) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vecto-encoder-'))
  const played = playbackEncoder(encoder) ?? encoder
  try {
    for (const [each, aim] of [
      [encoder, { crf: 18 }],
      [encoder, { megabits: 2 }],
      [played, { crf: 26 }],
    ] as const)
      await checkMade(programs, each, await encodeOnce(programs, each, aim, folder, limits))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Tries the encoder of FFMPEG_ENCODER with the very arguments that jobs use.
 * @returns it, undefined if none is named, or why it is refused, with the remedy
 */
export const tryEncoder = async (
  programs: Programs,
  {
    FFMPEG_ENCODER: named,
    FFMPEG_DEVICE: device,
    JOB_MEMORY_GB,
  }: Pick<Config, 'FFMPEG_ENCODER' | 'FFMPEG_DEVICE' | 'JOB_MEMORY_GB'>,
): Promise<{ readonly encoder: Encoder | undefined } | { readonly refused: string }> => {
  if (named === undefined) return { encoder: undefined }
  const present = await encodersOf(programs.ffmpeg)
  const offered = encoderNames.filter(name => present.has(name)).join(', ')
  const refuse = (why: string) => ({
    refused: `FFMPEG_ENCODER=${named} is refused: ${why} For H.264 and HEVC this ffmpeg (${programs.ffmpeg}) has ${offered}; without FFMPEG_ENCODER, libx264 is used.`,
  })
  const name = knownEncoder(named)
  if (!present.has(named)) return refuse('this ffmpeg has no such encoder.')
  if (!name) return refuse('it is no encoder for H.264 or HEVC whose settings are known.')
  const encoder = { name, device }
  try {
    await tryEach(programs, encoder, { JOB_MEMORY_GB })
    return { encoder }
  } catch (error) {
    return refuse(`it cannot encode here (${messageOf(error)}). ${needsOf(name) ?? ''}`.trim())
  }
}
