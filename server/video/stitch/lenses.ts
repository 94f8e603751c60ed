import { lensSettings } from '~/model/lenses'
import { asObject, isObject } from '~/model/objects'

/**
 * How a lens sees, in degrees. `fov`: its field of view. `yaw`, `pitch`, `roll`: how far it is turned from where
 * it should look (the front one ahead, the back one behind), as ffmpeg's v360 turns a view: yaw to the right,
 * pitch up, in this order.
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

/** By camera. Values measured on one's own camera do better: 4° of field of view too much cost 17 dB. */
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

/** Both lenses, each with all of its settings, within what a lens can be. */
export const areLenses = (value: unknown): value is Lenses => {
  const { front, back, ...more } = asObject(value)
  return isLens(front) && isLens(back) && Object.keys(more).length === 0
}
