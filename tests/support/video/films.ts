import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg } from '~/scripts/system-packages'
import type { MediaFile } from './media-files'

const folder = mkdtempSync(join(tmpdir(), 'vecto-films-'))
const made = new Map<string, Buffer>()

const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest']

/** A file that ffmpeg creates from these arguments, cached, in the given container format. */
export const film = (name: string, args: readonly string[], format = 'mp4'): MediaFile => {
  const key = [...args, format].join(' ')
  const known = made.get(key)
  if (known) return { name, contentType: 'video/mp4', bytes: known }
  const path = join(folder, `${made.size}.mp4`)
  execFileSync(findFfmpeg() ?? 'ffmpeg', ['-v', 'error', '-y', ...args, '-f', format, path])
  const bytes = readFileSync(path)
  made.set(key, bytes)
  return { name, contentType: 'video/mp4', bytes }
}

type Sphere = {
  readonly seconds?: number
  readonly width?: number
  readonly height?: number
  readonly more?: readonly string[]
}

/** A moving test pattern in the shape of a 360° video, with audio. */
export const sphereFilm = ({ seconds = 4, width = 640, height = 320, more = [] }: Sphere = {}) =>
  film('sphere.mp4', [
    ...['-f', 'lavfi', '-i', `testsrc2=s=${width}x${height}:r=30:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:d=${seconds}`, ...encoded, ...more],
  ])

const lens = (yaw: number, seconds: number) => [
  ...[
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=640x320:r=30:d=${seconds},v360=e:fisheye:h_fov=200:v_fov=200:yaw=${yaw}:w=320:h=320`,
  ],
]

/** The image of one camera lens of that video; `yaw` 0 is ahead, 180 behind. */
export const lensFilm = (name: string, yaw: number, seconds = 0.4): MediaFile => ({
  ...film(name, [...lens(yaw, seconds), ...encoded]),
  name,
  contentType: 'application/octet-stream',
})

/** Both lenses in one file, as some cameras store them. */
export const twoTrackFilm = (name: string, seconds = 0.2, hasSound = false): MediaFile => {
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=330:d=${seconds}`]
  const streams = [...lens(0, seconds), ...lens(180, seconds), ...(hasSound ? sound : [])]
  const maps = ['-map', '0:v', '-map', '1:v', ...(hasSound ? ['-map', '2:a'] : [])]
  return { ...film(name, [...streams, ...maps, ...encoded]), name, contentType: 'application/octet-stream' }
}
