import { type FileHandle, open } from 'node:fs/promises'
import { headBytes, isIsoMedia, Mp4Error, type ReadBytes, readMp4, topBoxes } from '~/model/video/mp4'
import { Failure, inputArgs, runTool, SILENCE_LIMIT, type Workbench } from './ffmpeg'

/** The fields of an ffprobe stream that are used. */
export type Stream = {
  readonly codec_type?: string
  readonly codec_name?: string
  readonly width?: number
  readonly height?: number
  readonly color_transfer?: string
  readonly avg_frame_rate?: string
  readonly r_frame_rate?: string
  readonly start_time?: string
  readonly duration?: string
  /** Duration in units of the track's time scale. */
  readonly duration_ts?: number
  readonly nb_frames?: string
  readonly channels?: number
  readonly channel_layout?: string
  readonly disposition?: { readonly attached_pic?: number }
  readonly side_data_list?: readonly { readonly side_data_type?: string; readonly rotation?: number }[]
}
type Probed = {
  readonly streams?: readonly Stream[]
  readonly format?: { readonly duration?: string }
}

/** `track`: index among the file's audio streams (ffmpeg's `a:<track>`). */
export type Audio = { readonly track: number; readonly codec: string; readonly isAmbisonic: boolean }

/** Properties of a video. Display size in pixels; times in seconds; `framerate` in frames per second. */
export type Facts = {
  readonly width: number
  readonly height: number
  readonly duration: number
  readonly framerate: number
  readonly codec: string
  readonly spherical: boolean
  /** Transfer characteristics by ffmpeg's name, such as `smpte2084` for PQ; empty if not stated. */
  readonly transfer: string
  /** Timestamp of the first frame. */
  readonly start: number
  /** Number of frames in the file's index; undefined if it lists none, as in fragmented files. */
  readonly frames: number | undefined
  /**
   * Indexes of the video streams (ffmpeg's `v:<track>`) that hold the video: one, or one per lens. Covers and
   * previews are excluded.
   */
  readonly tracks: readonly [number, ...number[]]
  readonly audio: Audio | undefined
  /** Audio streams of a known kind, in the order of the file; `audio` is the first, unless it cannot be decoded. */
  readonly audios: readonly Audio[]
  /** Whether there is any audio stream, of whatever kind. */
  readonly hasSound: boolean
  /** Whether the header states the duration: in an unfinished recording, all bits of the duration are set. */
  readonly isTimed: boolean
}

type Numbered = { readonly stream: Stream; readonly track: number }

/** Default frame rate, if the file states none. */
const usualRate = 30
/** Maximum relative difference between mean and nominal rate if only some frames are late. */
const rateSlack = 0.05

const ratio = (text: string | undefined) => {
  const [over, under] = (text ?? '').split('/').map(Number)
  return over && under ? over / under : 0
}

const numberOf = (text: string | undefined) => Number(text) || 0

const frameRate = ({ avg_frame_rate, r_frame_rate }: Stream, duration: number) => {
  const [mean, nominal] = [ratio(avg_frame_rate), ratio(r_frame_rate)]
  if (!mean) return usualRate
  const rate = Math.abs(mean / nominal - 1) <= rateSlack ? nominal : mean
  // There is at least one frame, however low the stated rate is.
  return Math.max(rate, duration && 1 / duration)
}

const isKnown = ({ codec_name = 'unknown' }: Stream) => codec_name !== 'unknown'
const area = ({ width = 0, height = 0 }: Stream) => width * height
const isSameSize = (one: Stream, other: Stream) => one.width === other.width && one.height === other.height
const isStill = ({ nb_frames }: Stream) => nb_frames === '1'

/** The streams that hold the video: the largest ones, without covers; moving streams before stills. */
const videoTracks = (streams: readonly Stream[]): readonly Numbered[] => {
  const all = streams
    .filter(({ codec_type }) => codec_type === 'video')
    .map((stream, track) => ({ stream, track }))
    .filter(({ stream }) => !stream.disposition?.attached_pic)
  const moving = all.filter(({ stream }) => !isStill(stream))
  const candidates = moving.length > 0 ? moving : all
  const largest = [...candidates].sort((one, other) => area(other.stream) - area(one.stream))[0]
  return largest ? candidates.filter(({ stream }) => isSameSize(stream, largest.stream)) : []
}

const isAudio = ({ codec_type }: Stream) => codec_type === 'audio'

const audiosOf = (streams: readonly Stream[]): Audio[] =>
  streams
    .filter(isAudio)
    .map((stream, track) => ({ stream, track }))
    .filter(({ stream }) => isKnown(stream) && stream.channels)
    .map(({ stream: { codec_name = '', channel_layout = '' }, track }) => ({
      ...{ track, codec: codec_name, isAmbisonic: channel_layout.startsWith('ambisonic') },
    }))

/** Durations in which all bits are set, in 32 and in 64 bits; ffprobe reads the latter as a signed number. */
const unknownDurations = [2 ** 32 - 1, 2 ** 32, 2 ** 63, 2 ** 64, -1]

const isTimed = ({ duration_ts }: Stream) =>
  duration_ts === undefined || !unknownDurations.includes(duration_ts)

/** The size after rotation, as ffmpeg and players display it. */
const shownSize = ({ width = 0, height = 0, side_data_list = [] }: Stream) => {
  const turned = side_data_list.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90)
  return turned ? { width: height, height: width } : { width, height }
}

const isSpherical = ({ side_data_list = [] }: Stream) =>
  side_data_list.some(({ side_data_type }) => side_data_type === 'Spherical Mapping')

/** @throws Failure no_video, unreadable_video */
export const factsOf = ({ streams = [], format }: Probed): Facts => {
  const [main, ...more] = videoTracks(streams)
  if (!main) throw new Failure('no_video', 'The file holds no video')
  const { stream } = main
  if (!isKnown(stream)) throw new Failure('unreadable_video', 'The video is of a kind that cannot be read')
  const frames = numberOf(stream.nb_frames) || undefined
  const duration = isTimed(stream) ? numberOf(stream.duration ?? format?.duration) : 0
  if (!frames && !duration && isTimed(stream)) throw new Failure('no_video', 'The video has no frames')
  const framerate = frameRate(stream, duration)
  const audios = audiosOf(streams)
  return {
    ...shownSize(stream),
    duration: duration || 1 / framerate,
    framerate,
    codec: stream.codec_name ?? '',
    spherical: isSpherical(stream),
    transfer: stream.color_transfer ?? '',
    start: numberOf(stream.start_time),
    frames,
    tracks: [main.track, ...more.map(({ track }) => track)],
    audio: audios[0],
    audios,
    hasSound: streams.some(isAudio),
    isTimed: isTimed(stream) || frames !== undefined,
  }
}

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

/**
 * The size and the duration of a video that this server has made, from its index: ffprobe takes a tenth of a second to start.
 * @throws Failure as `probe`, which reads a file without frames
 */
export const probeMade = async (
  bench: Workbench,
  path: string,
): Promise<Pick<Facts, 'width' | 'height' | 'duration'>> => {
  const file = await open(path)
  try {
    const { tracks } = await readMp4(readerOf(file), (await file.stat()).size)
    const video = tracks.find(({ kind, frames }) => kind === 'video' && frames > 0)
    if (video && video.seconds > 0)
      return { width: video.width, height: video.height, duration: video.seconds }
  } catch (error) {
    if (!(error instanceof Mp4Error)) throw error
  } finally {
    await file.close()
  }
  return probe(bench, path)
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
