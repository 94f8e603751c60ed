import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ffmpegPath } from './sphere-material'

type Point = readonly [right: number, up: number, ahead: number]

/** An axis-aligned box in metres; a room is viewed from inside. */
export type Solid = {
  readonly low: Point
  readonly high: Point
  readonly room?: boolean
  readonly grain: number
}

export type Scene = {
  readonly solids: readonly Solid[]
  /** 0: walls of uniform brightness, without features to track. */
  readonly contrast: number
  /** Speed of the camera, in metres per second. */
  readonly speed: Point
}

const floor = -1.6

/** Pillars, crates and a beam in a room of 9 × 12 m; the camera is 1.6 m above the floor. */
export const furnishedRoom: Scene = {
  solids: [
    { low: [-4, floor, -5], high: [5, 1.5, 7], room: true, grain: 1 },
    { low: [1.2, floor, 1.5], high: [1.7, 1.5, 2], grain: 1.6 },
    { low: [-2.2, floor, 0.8], high: [-1.5, 1.5, 1.6], grain: 1.4 },
    { low: [-1.2, floor, -3], high: [-0.2, -0.4, -2], grain: 1.5 },
    { low: [2, floor, -2.2], high: [3, 0.6, -1.2], grain: 1.3 },
    { low: [-4, 1.0, 2.5], high: [5, 1.5, 3], grain: 1.4 },
  ],
  contrast: 1,
  speed: [0.15, 0, 1.2],
}

export const bareRoom: Scene = { ...furnishedRoom, contrast: 0 }

/** A solid texture of coarse to fine waves: a point looks the same from every position. */
const brightness = (x: number, y: number, z: number, grain: number) => {
  const g = grain * 2
  const coarse =
    Math.sin(1.3 * g * x + 0.7) * Math.sin(1.1 * g * y + 1.9) + Math.sin(1.7 * g * z + 0.4 * x * g)
  const fine = Math.sin(4.1 * g * x + 2 * y) * Math.sin(3.7 * g * z + y) + Math.sin(4.3 * g * y + 3.1 * z)
  const finest = Math.sin(9.7 * g * x + 5 * z) * Math.sin(8.9 * g * (y + z))
  return 25 * coarse + 18 * fine + 12 * finest
}

/** Distance at which a ray hits a box: the far side of a room, the near side of others; Infinity without a hit. */
const meets = ({ low, high, room }: Solid, from: Point, way: Point) => {
  // Called for millions of rays, so it allocates nothing.
  let near = Number.NEGATIVE_INFINITY
  let far = Number.POSITIVE_INFINITY
  for (let axis = 0; axis < 3; axis += 1) {
    const start = from[axis] as number
    const a = ((low[axis] as number) - start) / (way[axis] as number)
    const b = ((high[axis] as number) - start) / (way[axis] as number)
    near = Math.max(near, Math.min(a, b))
    far = Math.min(far, Math.max(a, b))
  }
  if (near > far || far <= 0) return Number.POSITIVE_INFINITY
  return room ? far : near > 0 ? near : Number.POSITIVE_INFINITY
}

const closestOf = ({ solids }: Scene, from: Point, way: Point) => {
  let closest = Number.POSITIVE_INFINITY
  let grain = 1
  for (const solid of solids) {
    const distance = meets(solid, from, way)
    if (distance >= closest) continue
    closest = distance
    grain = solid.grain
  }
  return { closest, grain }
}

/** Brightness from 0 to 255 at the point that a ray from the eye hits. */
type Look = (scene: Scene, from: Point, way: Point) => number

const brightnessOf: Look = (scene, from, way) => {
  const { closest, grain } = closestOf(scene, from, way)
  const [x, y, z] = [from[0] + closest * way[0], from[1] + closest * way[1], from[2] + closest * way[2]]
  return 128 + scene.contrast * brightness(x, y, z, grain)
}

/** Blueness in proportion to the inverse distance, down to 80 cm. */
const bluenessOf: Look = (scene, from, way) => 128 + 80 / Math.max(closestOf(scene, from, way).closest, 0.8)

/** 255 at points that an eye at `eye` does not see, because something nearer hides them from it; 0 elsewhere. */
const hiddenFrom =
  (eye: Point): Look =>
  (scene, from, way) => {
    const { closest } = closestOf(scene, from, way)
    const x = from[0] + closest * way[0] - eye[0]
    const y = from[1] + closest * way[1] - eye[1]
    const z = from[2] + closest * way[2] - eye[2]
    const distance = Math.hypot(x, y, z)
    const seen = closestOf(scene, eye, [x / distance, y / distance, z / distance]).closest
    return seen < 0.999 * distance ? 255 : 0
  }

/**
 * Renders the equirectangular view of a camera as `width` × `width / 2` with one byte per pixel.
 * @param aside offset of the eye to the right of each viewing direction, in metres: 0 left eye, 0.064 right eye
 */
export const renderRoom = (
  scene: Scene,
  at: Point,
  aside: number,
  width: number,
  look: Look = brightnessOf,
): Buffer => {
  const height = width / 2
  const picture = Buffer.alloc(width * height)
  for (let y = 0; y < height; y += 1) {
    const latitude = (0.5 - (y + 0.5) / height) * Math.PI
    for (let x = 0; x < width; x += 1) {
      const longitude = ((x + 0.5) / width - 0.5) * 2 * Math.PI
      const [right, ahead] = [Math.cos(longitude), -Math.sin(longitude)]
      const from: Point = [at[0] + aside * right, at[1], at[2] + aside * ahead]
      const level = Math.cos(latitude)
      const way: Point = [level * Math.sin(longitude), Math.sin(latitude), level * Math.cos(longitude)]
      picture[y * width + x] = Math.min(Math.max(look(scene, from, way), 0), 255)
    }
  }
  return picture
}

/** A yuv420p frame; its colour encodes distances if `bluerIsNearer`. */
const renderFrame = ({ scene, aside = 0, width, bluerIsNearer }: RoomFilm, at: Point) => {
  const grey = Buffer.alloc((width * width) / 8, 128)
  const blue = bluerIsNearer ? renderRoom(scene, at, aside, width / 2, bluenessOf) : grey
  return Buffer.concat([renderRoom(scene, at, aside, width), blue, grey])
}

export type RoomFilm = {
  readonly scene: Scene
  readonly aside?: number
  readonly width: number
  readonly rate: number
  readonly frames: number
  readonly bluerIsNearer?: boolean
}

/** Position of the camera at a frame, in metres. */
const placeAt = ({ scene, rate }: RoomFilm, frame: number): Point => {
  const [x, y, z] = scene.speed
  const seconds = frame / rate
  return [x * seconds, y * seconds, z * seconds]
}

/** Which pixels of a frame the left eye does not see: 255, others 0. One byte per pixel, `width` × `width / 2`. */
export const renderHidden = (film: RoomFilm, frame: number): Buffer => {
  const at = placeAt(film, frame)
  return renderRoom(film.scene, at, film.aside ?? 0, film.width, hiddenFrom(at))
}

/** A nearly lossless video of moving through a room, for one eye, with a tone. */
export const makeRoomFilm = async (path: string, film: RoomFilm) => {
  const { width, rate, frames } = film
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'yuv420p',
    '-s',
    `${width}x${width / 2}`,
    '-framerate',
    `${rate}`,
    '-i',
    'pipe:0',
  ]
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${frames / rate}`]
  const encoding = [
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    '-qp',
    '6',
    '-preset',
    'ultrafast',
    '-c:a',
    'aac',
  ]
  const child = spawn(ffmpegPath(), ['-v', 'error', '-y', ...input, ...tone, ...encoding, path], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  for (let frame = 0; frame < frames; frame += 1) {
    if (!child.stdin.write(renderFrame(film, placeAt(film, frame)))) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
  return path
}
