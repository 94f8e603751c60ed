import { execFileSync } from 'node:child_process'
import { ffmpeg, ffprobePath } from './sphere-material'

type Stream = { codec_type: string; start_time: string; duration: string; nb_read_frames: string }

const streamsOf = (path: string) => {
  const entries = 'stream=codec_type,start_time,duration,nb_read_frames'
  const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', path]
  const { streams } = JSON.parse(execFileSync(ffprobePath(), args).toString()) as { streams: Stream[] }
  const of = (type: string) => streams.find(({ codec_type }) => codec_type === type)
  return { video: of('video'), audio: of('audio') }
}

/** Index of the first all-white frame; negative if there is none. */
const firstWhite = async (path: string) => {
  const filter = 'crop=iw:ih/2:0:0,scale=2:2:flags=area,format=gray'
  const args = ['-map', '0:v:0', '-fps_mode', 'passthrough', '-vf', filter, '-f', 'rawvideo', '-']
  const frames = await ffmpeg('-i', path, ...args)
  return frames.findIndex((light, at) => at % 4 === 0 && light > 230) / 4
}

const sampleRate = 48_000

/** Time at which the audio starts to be audible, in seconds. */
const firstSound = async (path: string) => {
  const bytes = await ffmpeg(
    '-i',
    path,
    '-map',
    '0:a:0',
    '-ac',
    '1',
    '-ar',
    `${sampleRate}`,
    '-f',
    's16le',
    '-',
  )
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
  return samples.findIndex(sample => Math.abs(sample) > 3000) / sampleRate
}

/** Frame count and stream durations of a stereo video, and the times of the event in its frames and its audio. */
export const syncOf = async (path: string, framerate: number) => {
  const { video, audio } = streamsOf(path)
  return {
    frames: Number(video?.nb_read_frames),
    starts: [video, audio].map(stream => Number(stream?.start_time ?? 0)),
    seconds: { video: Number(video?.duration), audio: audio && Number(audio.duration) },
    white: (await firstWhite(path)) / framerate,
    sound: audio && (await firstSound(path)),
  }
}
