/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number]
type Point = readonly [right: number, up: number, ahead: number]

/** A gallery with pictures on its walls; sizes in metres. */
export type Scene = {
  readonly name: string
  readonly seconds: number
  readonly half: number
  readonly length: number
  readonly height: number
  readonly floor: readonly [Colour, Colour]
  readonly wall: Colour
  readonly accents: readonly Colour[]
}

const EYE = 1.6
const METRES_A_SECOND = 0.7

const mix = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

const shade = (colour: Colour, light: number): Colour =>
  mix([12, 14, 24], colour, Math.min(1, Math.max(0, light)))

/** Position of the camera after `seconds`: it walks down the hall, swaying a little. */
const cameraAt = ({ length }: Scene, seconds: number): Point => [
  Math.sin(seconds * 0.5) * 0.4,
  0,
  -length / 2 + 2 + seconds * METRES_A_SECOND,
]

const floorColour = ({ floor }: Scene, x: number, z: number, far: number) => {
  const dark = (Math.floor(x) + Math.floor(z)) % 2 === 0
  const joint = Math.min(Math.abs(x - Math.round(x)), Math.abs(z - Math.round(z))) < 0.015 ? 0.75 : 1
  return shade(dark ? floor[0] : floor[1], joint * (1 - far * 0.045))
}

/** Framed pictures every three metres, striped in two colours. */
const wallColour = ({ wall, accents, height }: Scene, along: number, up: number, far: number) => {
  const place = Math.floor(along / 3)
  const [u, v] = [along / 3 - place, (up + EYE) / height]
  const light = 1 - far * 0.04
  if (v < 0.04) return shade(wall, 0.5 * light)
  const inFrame = u > 0.2 && u < 0.8 && v > 0.25 && v < 0.75
  if (!inFrame) return shade(wall, (0.82 + 0.18 * v) * light)
  const edge = u < 0.225 || u > 0.775 || v < 0.285 || v > 0.715
  if (edge) return shade([70, 52, 38], light)
  const accent = accents[Math.abs(place) % accents.length] ?? wall
  const other = accents[Math.abs(place + 1) % accents.length] ?? wall
  const wave = Math.sin(u * 26 + Math.sin(v * 18 + place) * 2)
  return shade(mix(accent, other, 0.5 + 0.5 * wave), (0.75 + 0.25 * v) * light)
}

const nearest = (distances: readonly number[]) => {
  let best = 0
  for (let index = 1; index < distances.length; index += 1)
    if ((distances[index] ?? 0) < (distances[best] ?? 0)) best = index
  return best
}

const until = (way: number, low: number, high: number) =>
  way > 0 ? high / way : way < 0 ? low / way : Number.POSITIVE_INFINITY

/** Color of the surface that a ray from a point hits. */
const colourOf = (scene: Scene, from: Point, way: Point): Colour => {
  const [x, , z] = from
  const [wx, wy, wz] = way
  const top = scene.height - EYE
  const up = until(wy, -EYE, top)
  const side = until(wx, -scene.half - x, scene.half - x)
  const end = until(wz, -scene.length / 2 - z, scene.length / 2 - z)
  const which = nearest([up, side, end])
  const t = [up, side, end][which] ?? 0
  const [px, py, pz] = [x + wx * t, wy * t, z + wz * t]
  if (which === 0 && wy < 0) return floorColour(scene, px, pz, t)
  if (which === 0)
    return shade(scene.wall, Math.abs(pz - Math.round(pz / 3) * 3) < 0.3 ? 1.2 : 0.8 - t * 0.03)
  return wallColour(scene, which === 1 ? pz : px, py, t)
}

/** The scene of the demo video. */
export const gallery: Scene = {
  ...{ name: 'gallery', seconds: 12, half: 3.6, length: 22, height: 4.2 },
  floor: [
    [176, 140, 104],
    [148, 112, 80],
  ],
  wall: [226, 222, 212],
  accents: [
    [31, 122, 140],
    [255, 159, 107],
    [11, 57, 84],
    [191, 215, 234],
    [200, 62, 77],
  ],
}

/** Metres between two eyes. */
const EYES = 0.064

export type View = { readonly width: number; readonly height: number; readonly eye: -1 | 0 | 1 }

/**
 * One equirectangular image, as raw RGB. An eye other than 0 moves with the way it looks, as a turning head does
 * (omnidirectional stereo).
 */
export const image = (scene: Scene, seconds: number, { width, height, eye }: View): Buffer => {
  const bytes = Buffer.alloc(width * height * 3)
  const [cx, cy, cz] = cameraAt(scene, seconds)
  for (let y = 0; y < height; y += 1) {
    const lat = (0.5 - (y + 0.5) / height) * Math.PI
    const [level, up] = [Math.cos(lat), Math.sin(lat)]
    for (let x = 0; x < width; x += 1) {
      const lon = ((x + 0.5) / width - 0.5) * 2 * Math.PI
      const [sin, cos] = [Math.sin(lon), Math.cos(lon)]
      const apart = (eye * EYES) / 2
      const from = [cx + cos * apart, cy, cz - sin * apart] as const
      const colour: Colour = colourOf(scene, from, [level * sin, up, level * cos])
      const at = (y * width + x) * 3
      for (const part of [0, 1, 2] as const) bytes[at + part] = Math.round(colour[part])
    }
  }
  return bytes
}
