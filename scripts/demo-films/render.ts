import { type Colour, cameraAt, colourOf, type Scene } from './scene'

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
