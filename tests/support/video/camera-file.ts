import { film } from './films'
import type { MediaFile } from './media-files'

/** A file as cameras or export programs write it, and the expected facts of the video. */
export type CameraFile = {
  readonly what: string
  readonly file: MediaFile
  readonly facts: Facts
  /** The second after its first frame at which its frames turn white and its audio begins to sound. */
  readonly event: number
  readonly audio: boolean
}
type Facts = {
  readonly width: number
  readonly height: number
  readonly duration: number
  readonly framerate: number
  readonly codec: string
}

type Shape = {
  readonly size?: string
  readonly rate?: number
  readonly seconds?: number
  readonly event?: number
}

/** ffmpeg input of the video stream: a moving pattern that is all white from the event on. */
export const seen = ({ size = '128x64', rate = 30, seconds = 1, event = seconds / 2 }: Shape = {}) => [
  ...['-f', 'lavfi', '-i'],
  `testsrc2=s=${size}:r=${rate}:d=${seconds},drawbox=c=white:t=fill:enable='gte(t,${event - 0.001})'`,
]

/** ffmpeg input of the audio stream: silence, and a tone from the event on. */
export const heard = ({ seconds = 1, event = seconds / 2 }: Shape = {}, channels = 1) => {
  const tone = `if(gte(t,${event}),0.8*sin(1000*2*PI*t),0)`
  return ['-f', 'lavfi', '-i', `aevalsrc='${Array(channels).fill(tone).join('|')}':d=${seconds}:s=48000`]
}

export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10']
export const aac = ['-c:a', 'aac']

export const plain = (args: readonly string[] = [], format?: string, shape?: Shape) =>
  film('film.mp4', [...seen(shape), ...heard(shape), ...h264, ...aac, ...args], format)

export const edited = (file: MediaFile, edit: (bytes: Buffer) => Buffer): MediaFile => ({
  ...file,
  bytes: edit(file.bytes),
})

const usual: Facts = { width: 128, height: 64, duration: 1, framerate: 30, codec: 'h264' }

type More = { readonly facts?: Partial<Facts>; readonly event?: number; readonly audio?: boolean }

/** Declares a file by its differences from one second of 128 × 64 in H.264 at 30 frames a second. */
export const cameraFile = (what: string, file: MediaFile, { facts, ...more }: More = {}): CameraFile => {
  const all = { ...usual, ...facts }
  return { what, file, facts: all, event: all.duration / 2, audio: true, ...more }
}
