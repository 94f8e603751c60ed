import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { findFfmpeg } from '../system-packages'
import { gallery, image, type Scene, type View } from './scene'

/** `npm run demo-films`: renders server/demo/films. The files are committed, so that demo data need no ffmpeg. */
const folder = fileURLToPath(new URL('../../server/demo/films/', import.meta.url))
const ffmpeg = findFfmpeg() ?? 'ffmpeg'

const RATE = 25
/** Seconds of the stereoscopic part, and where it begins. */
const PART = { from: 2, seconds: 4 }
const whole = { width: 1280, height: 640 }
const eachEye = { width: 960, height: 480 }
/** Same as the timeline images of server/video/transcode.ts. */
const picture = { width: 160, height: 80, columns: 20 }

const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1']
const encoded = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '30', '-g', '25', '-pix_fmt', 'yuv420p']

const encode = async (file: string, size: string, images: () => Generator<Buffer>) => {
  const args = [
    '-v',
    'error',
    '-y',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    size,
    '-r',
    String(RATE),
    '-i',
    '-',
  ]
  const child = spawn(ffmpeg, [...args, ...encoded, '-movflags', '+faststart', ...exact, file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  for (const bytes of images()) if (!child.stdin.write(bytes)) await once(child.stdin, 'drain')
  child.stdin.end()
  await once(child, 'close')
}

function* images(scene: Scene, from: number, seconds: number, views: readonly View[]) {
  for (let frame = 0; frame < seconds * RATE; frame += 1)
    yield Buffer.concat(views.map(view => image(scene, from + frame / RATE, view)))
}

const factsOf = ({ name, seconds }: Scene) => {
  const count = Math.max(12, seconds)
  const timeline = { every: seconds / count, count, rows: Math.ceil(count / picture.columns), ...picture }
  return { name, ...whole, framerate: RATE, duration: seconds, part: PART, timeline }
}

/** Pictures of the videos for lists, in different directions; their sizes are those of the thumbnails of a video. */
const VIEWS = 12
const view = 'v360=e:flat:h_fov=105:v_fov=72.5:w=480:h=270'

const makeViews = async (film: string, path: (kind: string) => string) => {
  for (let index = 0; index < VIEWS; index += 1) {
    const yaw = ((index * 150) % 360) - 180
    const at = ['-v', 'error', '-ss', String(0.4 + index * 0.75), '-i', film, '-frames:v', '1']
    const png = execFileSync(ffmpeg, [
      ...at,
      '-vf',
      `${view}:yaw=${yaw}`,
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-',
    ])
    for (const [name, width] of [
      ['', 480],
      ['-small', 128],
    ] as const)
      await sharp(png)
        .resize(width)
        .webp({ quality: 80 })
        .toFile(path(`-view-${index}${name}.webp`))
  }
}

const make = async (scene: Scene) => {
  const path = (kind: string) => `${folder}${scene.name}${kind}`
  const { timeline } = factsOf(scene)
  await encode(path('.mp4'), '1280x640', () => images(scene, 0, scene.seconds, [{ ...whole, eye: 0 }]))
  const eyes = [-1, 1] as const
  await encode(path('-stereo.mp4'), '960x960', () =>
    images(
      scene,
      PART.from,
      PART.seconds,
      eyes.map(eye => ({ ...eachEye, eye })),
    ),
  )
  const tiles = `fps=1/${timeline.every}:round=up,scale=160:80,tile=${picture.columns}x${timeline.rows}`
  execFileSync(ffmpeg, [
    '-v',
    'error',
    '-y',
    '-i',
    path('.mp4'),
    '-vf',
    tiles,
    '-frames:v',
    '1',
    '-q:v',
    '6',
    ...exact,
    path('-sprite.jpg'),
  ])
  execFileSync(ffmpeg, [
    '-v',
    'error',
    '-y',
    '-ss',
    '2',
    '-i',
    path('.mp4'),
    '-frames:v',
    '1',
    '-q:v',
    '6',
    ...exact,
    path('.jpg'),
  ])
  await makeViews(path('.mp4'), path)
  for (const kind of ['.mp4', '-stereo.mp4', '-sprite.jpg', '.jpg'])
    console.log(`${scene.name}${kind}`, `${Math.round(statSync(path(kind)).size / 1000)} kB`)
}

await make(gallery)
writeFileSync(`${folder}gallery.json`, `${JSON.stringify(factsOf(gallery), null, 2)}\n`)
