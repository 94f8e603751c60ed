import { asObject, isObject } from '~/model/objects'
import { lensSettings } from '~/model/video/lenses'

/**
 * Geometry of a lens in degrees. `fov`: its field of view. `yaw`, `pitch`, `roll`: its rotation relative to
 * the nominal direction (front lens ahead, back lens behind), in this order and in the sense of ffmpeg's
 * v360: yaw to the right, pitch up.
 */
export type Lens = {
  readonly fov: number
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
}
export type Lenses = { readonly front: Lens; readonly back: Lens }

const { fov, yaw, pitch, roll } = lensSettings

const straight: Lens = { fov: fov.usual, yaw: yaw.usual, pitch: pitch.usual, roll: roll.usual }

/** Lenses by camera. Calibrated values are better: 4° of excess field of view cost 17 dB. */
export const lensTable = {
  standard: { front: straight, back: straight },
} as const satisfies Readonly<Record<string, Lenses>>

const isLens = (value: unknown): value is Lens =>
  isObject(value) &&
  Object.keys(value).every(key => Object.hasOwn(lensSettings, key)) &&
  Object.entries(lensSettings).every(([key, { least, most }]) => {
    const angle: unknown = value[key]
    return typeof angle === 'number' && angle >= least && angle <= most
  })

/** Whether the value holds both lenses, each with all settings, within their limits. */
export const areLenses = (value: unknown): value is Lenses => {
  const { front, back, ...more } = asObject(value)
  return isLens(front) && isLens(back) && Object.keys(more).length === 0
}
