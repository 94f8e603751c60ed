import { join } from 'node:path'
import { ffmpegPath, ffprobePath } from './sphere-material'

export const engineModes = ['fast', 'accurate.video', 'accurate.image'] as const

/** A request as the server sends it. */
export const requestOf = (folder: string, input: string, change: Readonly<Record<string, unknown>> = {}) => ({
  contract: 1,
  input,
  output: join(folder, 'stereo.mp4'),
  workDir: folder,
  mode: 'fast',
  framerate: 10,
  width: 256,
  height: 128,
  duration: 1,
  ffmpeg: ffmpegPath(),
  ffprobe: ffprobePath(),
  ...change,
})
