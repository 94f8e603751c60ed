import { type FileHandle, open } from 'node:fs/promises'
import { headBytes, isIsoMedia, Mp4Error, type ReadBytes, topBoxes } from '~/model/video/mp4'
import { type Facts, Failure, factsOf, type Probed } from './facts'
import { inputArgs, runTool, SILENCE_LIMIT, type Workbench } from './ffmpeg'

/** Reads parts of an open file. */
export const readerOf =
  (file: FileHandle): ReadBytes =>
  async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }

/**
 * Walks the top-level boxes of a file: if one extends beyond the end of the file, data are missing, however
 * little of the video that is. Other box errors are left to ffprobe.
 * @throws Failure truncated
 */
export const requireWhole = async (path: string) => {
  const file = await open(path)
  try {
    for await (const _ of topBoxes(readerOf(file), (await file.stat()).size));
  } catch (error) {
    if (!(error instanceof Mp4Error)) throw error
    if (error.code === 'truncated') throw new Failure('truncated', error.message)
  } finally {
    await file.close()
  }
}

/** Whether a file begins like ISO base media. @throws Error of the file system */
const beginsAsIsoMedia = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return isIsoMedia(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/**
 * Time limit in seconds for reading the headers; a longer run means that the file or the disk makes it hang.
 */
const longest = 30

/** Maximum memory of ffprobe in bytes. */
const MEMORY = 1024 ** 3

/** Maximum output of ffprobe in bytes: the fields of a few thousand streams. */
const MAX_OUTPUT = 1024 ** 2

/** The fields of `Probed`. Tags are left out: a file can hold hundreds of megabytes of them. */
const entries = [
  'stream=codec_type,codec_name,width,height,color_transfer,avg_frame_rate,r_frame_rate,start_time,duration,duration_ts,nb_frames,channels,channel_layout',
  'stream_disposition=attached_pic',
  'stream_side_data=side_data_type,rotation',
  'format=duration',
].join(':')

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

const unreadable = async (path: string, tail: string) => {
  const begins = await beginsAsIsoMedia(path).catch(() => undefined)
  if (begins === undefined) return new Failure('file_missing', 'The file is gone')
  // Truncated files begin like an mp4; files that never were an mp4 do not.
  return begins && /moov atom not found/.test(tail)
    ? new Failure('truncated', 'The file ends before its index: part of it is missing')
    : new Failure(
        'unreadable_video',
        `Not a video that can be read: ${lastLine(tail) || 'ffprobe gave no reason'}`,
      )
}

/** Maximum output of ffprobe in bytes where it lists all frames: those of a day. */
const MAX_LISTED = 256 * MAX_OUTPUT

/** Reads the whole video, without decoding it, for the duration that its header does not state. @throws Failure no_video */
const measured = async (bench: Workbench, path: string, facts: Facts): Promise<Facts> => {
  let end = facts.start
  const stream = ['-select_streams', `v:${facts.tracks[0]}`]
  const frames = ['-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0']
  await runTool(bench.tools.ffprobe, ['-v', 'error', ...stream, ...frames, ...inputArgs(path)], {
    ...bench,
    silence: SILENCE_LIMIT,
    maxOutput: MAX_LISTED,
    memory: MEMORY,
    onLine: line => {
      const [at = Number.NaN, lasts = 0] = line.split(',').map(Number)
      if (at + lasts > end) end = at + lasts
    },
  })
  if (end <= facts.start) throw new Failure('no_video', 'The video has no frames')
  return { ...facts, duration: end - facts.start }
}

/**
 * Reads the properties of a video from its headers.
 * @throws Failure unreadable_video, no_video, truncated, file_missing, no_answer, too_much_output
 */
export const probe = async (bench: Workbench, path: string): Promise<Facts> => {
  const lines: string[] = []
  // A decoder that does not open only makes ffprobe print a warning.
  const args = ['-v', 'warning', '-show_entries', entries, '-of', 'json', ...inputArgs(path)]
  const { code, tail } = await runTool(bench.tools.ffprobe, args, {
    ...bench,
    limit: longest,
    maxOutput: MAX_OUTPUT,
    memory: MEMORY,
    onLine: line => void lines.push(line),
  })
  if (code !== 0) throw await unreadable(path, tail)
  const probed: Probed = JSON.parse(lines.join('\n'))
  const facts = factsOf(probed)
  return facts.isTimed ? facts : measured(bench, path, facts)
}
