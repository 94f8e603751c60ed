import { execFileSync } from 'node:child_process'
import { film } from './films'
import { ffmpeg, ffprobePath } from './sphere-material'

/** The brightness of a frame by its number: no two frames within five seconds are alike. */
const lightOf = (frame: number) => 40 + ((frame * 61) % 151)

/** A 360° video at 30 frames per second, with audio. Each frame has one brightness, from which its number follows. */
export const numberedFilm = (seconds: number) =>
  film('numbered.mp4', [
    ...['-f', 'lavfi', '-i', `color=s=256x128:r=30:d=${seconds},geq=lum='40+mod(N*61,151)':cb=128:cr=128`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:sample_rate=48000:d=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '4', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ])

/** Differences of brightness between frames of a stereo video and the frames of that film from `first` on, rounded. */
export const lightDifferences = async (path: string, first: number) => {
  const filter = 'crop=iw:ih/2:0:0,scale=2:2:flags=area,format=yuv420p,extractplanes=y'
  const bytes = await ffmpeg('-i', path, '-fps_mode', 'passthrough', '-vf', filter, '-f', 'rawvideo', '-')
  return Array.from({ length: bytes.length / 4 }, (_, at) =>
    Math.round(Math.abs((bytes[at * 4] ?? 0) - lightOf(first + at)) / 8),
  )
}

/** The times at which the frames of a video are shown, in seconds. */
export const frameTimes = (path: string) => {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'frame=pts_time',
    '-of',
    'csv=p=0',
    path,
  ]
  return execFileSync(ffprobePath(), args, { maxBuffer: 1 << 24 })
    .toString()
    .split('\n')
    .map(line => line.replace(',', '').trim())
    .filter(Boolean)
    .map(Number)
}
