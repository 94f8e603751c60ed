import { text } from 'node:stream/consumers'
import { isEquirectangular } from '~/model/video/equirectangular'
import { startChild } from './child'
import { EngineError } from './engine-error'
import type { EngineRequest } from './request'

/** `audio` is the audio codec; `colour` are ffmpeg arguments that preserve the input's colour metadata. */
export type VideoFacts = {
  readonly audio: string | undefined
  readonly colour: readonly string[]
}

type Stream = Readonly<Record<string, unknown>> & { readonly codec_type?: string }

const colourFlags: Readonly<Record<string, string>> = {
  color_space: '-colorspace',
  color_transfer: '-color_trc',
  color_primaries: '-color_primaries',
}

const colourOf = (video: Stream) =>
  Object.entries(colourFlags).flatMap(([key, flag]) => {
    const value = video[key]
    return typeof value === 'string' && value !== 'unknown' && value !== 'reserved' ? [flag, value] : []
  })

/** The trimmed video is always opened as mp4, whatever it claims to be, and may not reference other files. */
export const opened = (path: string) => ['-protocol_whitelist', 'file', '-f', 'mov', '-i', path]

const readStreams = async (
  { ffprobe, input }: EngineRequest,
  signal: AbortSignal,
): Promise<readonly Stream[]> => {
  const args = ['-v', 'error', '-show_streams', '-of', 'json', ...opened(input)]
  const { child, ended } = startChild(ffprobe, args, ['ignore', 'pipe'], signal)
  const said = child.stdout ? await text(child.stdout) : ''
  const { code, tail } = await ended
  if (code === null) throw new EngineError('engine_failed', `ffprobe does not run: ${tail}`)
  if (code !== 0) throw new EngineError('unreadable_video', tail || 'ffprobe cannot read the video.')
  return JSON.parse(said).streams ?? []
}

/**
 * Reads the properties of the input that the engine needs.
 * @throws EngineError unreadable_video, not_equirectangular
 */
export const readFacts = async (request: EngineRequest, signal: AbortSignal): Promise<VideoFacts> => {
  const streams = await readStreams(request, signal)
  const video = streams.find(stream => stream.codec_type === 'video')
  if (!video) throw new EngineError('unreadable_video', 'The file has no video stream.')
  const [width, height] = [Number(video.width), Number(video.height)]
  if (!isEquirectangular({ width, height }))
    throw new EngineError(
      'not_equirectangular',
      `A whole sphere is twice as wide as high, not ${width} × ${height}.`,
    )
  const audio = streams.find(stream => stream.codec_type === 'audio')
  return {
    audio: audio && String(audio.codec_name),
    colour: colourOf(video),
  }
}
