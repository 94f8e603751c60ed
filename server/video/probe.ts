import { open } from 'node:fs/promises'
import { Failure } from './failure'
import type { Workbench } from './ffmpeg'
import { run } from './run'

type Stream = {
  readonly codec_type?: string
  readonly codec_name?: string
  readonly width?: number
  readonly height?: number
  readonly avg_frame_rate?: string
  readonly r_frame_rate?: string
  readonly duration?: string
  readonly disposition?: { readonly attached_pic?: number }
  readonly side_data_list?: readonly { readonly side_data_type?: string }[]
}
type Said = { readonly streams?: readonly Stream[]; readonly format?: { readonly duration?: string } }

/** What a film is. Sizes in pixels, `duration` in seconds, `framerate` in images a second. */
export type Facts = {
  readonly width: number
  readonly height: number
  readonly duration: number
  readonly framerate: number
  readonly codec: string
  readonly spherical: boolean
  /** How many pictures it holds at once: two, where each lens has its own. */
  readonly pictures: number
  readonly sound: boolean
}

const TIME = 120
const HEAD = 4096

const rate = (text: string | undefined) => {
  const [over, under] = (text ?? '').split('/').map(Number)
  return over && under ? over / under : 0
}

/** Files that lost their end begin as an mp4 does; what never was one does not. */
const beginsAsMp4 = async (path: string) => {
  const file = await open(path).catch(() => undefined)
  if (!file) throw new Failure('file_missing', 'The file is gone')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return bytesRead >= 12 && buffer.toString('latin1', 4, 8) === 'ftyp'
  } finally {
    await file.close()
  }
}

const unreadable = async (path: string, tail: string) =>
  (await beginsAsMp4(path)) && /moov atom not found/.test(tail)
    ? new Failure('truncated', 'The file ends before its index: part of it is missing')
    : new Failure('unreadable_video', `Not a video that can be read: ${tail.trim().split('\n').at(-1) ?? ''}`)

const factsOf = ({ streams = [], format }: Said): Facts => {
  const films = streams.filter(each => each.codec_type === 'video' && !each.disposition?.attached_pic)
  const [film] = films
  if (!film) throw new Failure('no_video', 'The file holds no picture')
  if (!film.codec_name) throw new Failure('unreadable_video', 'The film is of a kind that cannot be read')
  return {
    width: film.width ?? 0,
    height: film.height ?? 0,
    duration: Number(film.duration ?? format?.duration ?? 0),
    framerate: rate(film.avg_frame_rate) || rate(film.r_frame_rate),
    codec: film.codec_name,
    spherical: (film.side_data_list ?? []).some(each => each.side_data_type === 'Spherical Mapping'),
    pictures: films.length,
    sound: streams.some(each => each.codec_type === 'audio'),
  }
}

/** Reads what a film is, from its headers. @throws Failure unreadable_video, no_video, truncated, file_missing */
export const probe = async (bench: Workbench, path: string): Promise<Facts> => {
  const lines: string[] = []
  const { code, tail } = await run(
    bench.tools.ffprobe,
    [
      '-v',
      'error',
      '-protocol_whitelist',
      'file',
      '-f',
      'mov',
      '-show_streams',
      '-show_format',
      '-of',
      'json',
      path,
    ],
    { ...bench, silence: TIME, onLine: line => void lines.push(line) },
  )
  if (code !== 0) throw await unreadable(path, tail)
  return factsOf(JSON.parse(lines.join('\n')) as Said)
}
