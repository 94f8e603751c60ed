import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { messageOf } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import { findProgram, isProgram } from '~/server/platform/process/find-program'

export type Tools = { readonly ffmpeg: string; readonly ffprobe: string }

/** Required ffmpeg features, by the option that lists them. */
const needed = {
  '-filters': ['v360', 'maskedmerge', 'displace', 'mergeplanes', 'tile'],
  '-encoders': ['libx264', 'aac'],
} as const

const ask = promisify(execFile)

/** Milliseconds after which a program that has not listed its features is considered broken. */
const longest = 20_000

const located = (named: string | undefined, name: string) =>
  named ? [named].find(isProgram) : findProgram(name)

const lacking = async (ffmpeg: string) => {
  const lists = await Promise.all(
    Object.entries(needed).map(async ([option, names]) => {
      const { stdout } = await ask(ffmpeg, ['-hide_banner', option], { maxBuffer: 1 << 22, timeout: longest })
      const known = new Set(stdout.split('\n').map(line => line.trim().split(/\s+/)[1]))
      return names.filter(name => !known.has(name))
    }),
  )
  return lists.flat()
}

/**
 * Finds the video tools: FFMPEG_PATH and FFPROBE_PATH, else ffmpeg and ffprobe on PATH.
 * @returns the tools, or a message about what is missing
 */
export const findTools = async (
  config: Pick<Config, 'FFMPEG_PATH' | 'FFPROBE_PATH'>,
): Promise<{ readonly tools: Tools } | { readonly missing: string }> => {
  const [ffmpeg, ffprobe] = [located(config.FFMPEG_PATH, 'ffmpeg'), located(config.FFPROBE_PATH, 'ffprobe')]
  if (!ffmpeg || !ffprobe)
    return { missing: 'ffmpeg is missing: install ffmpeg 5.1 or later, or set FFMPEG_PATH and FFPROBE_PATH' }
  try {
    const absent = await lacking(ffmpeg)
    if (absent.length > 0)
      return { missing: `${ffmpeg} lacks ${absent.join(', ')}: install a full ffmpeg 5.1 or later` }
    return { tools: { ffmpeg, ffprobe } }
  } catch (error) {
    return { missing: `${ffmpeg} does not run: ${messageOf(error)}` }
  }
}
