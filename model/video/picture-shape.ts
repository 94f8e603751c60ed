import type { Declared } from './spherical'

type Size = { readonly width: number; readonly height: number }

/** The share by which a ratio may differ from 2:1: cameras export spheres that are a few pixels off. */
const tolerance = 0.01

/** Whether a frame of this size, in pixels, can hold a whole sphere: it is twice as wide as high. */
export const isEquirectangular = ({ width, height }: Size) =>
  height > 0 && Math.abs(width / (2 * height) - 1) <= tolerance

/** The nearest size of exactly 2:1 whose sides are both even, as encoders and 3D engines need it. */
export const exactSphereSize = ({ width }: Size): Size => {
  const half = 2 * Math.round(width / 4)
  return { width: 2 * half, height: half }
}

/** An angle in degrees as the same direction from -180 up to 180. */
export const withinHalfTurn = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180

/**
 * What the frames of a video show. 3D videos are made of a `sphere` only: one whole sphere as one eye sees it.
 * `half_sphere`: 180°, such as VR180. `stereo_sphere`: two eyes already. `cube_map`: faces of a cube, as of a GoPro .360. `mesh`:
 * a projection that the file describes itself. `fisheye`, `two_fisheyes`: circles of lenses, not stitched. `flat`: no sphere.
 */
export const pictureShapes = [
  'sphere',
  'half_sphere',
  'stereo_sphere',
  'partial_sphere',
  'cube_map',
  'mesh',
  'fisheye',
  'two_fisheyes',
  'flat',
] as const
export type PictureShape = (typeof pictureShapes)[number]

export const isPictureShape = (value: unknown): value is PictureShape =>
  pictureShapes.some(shape => shape === value)

/** Why no 3D video can be made of frames, as a field code. */
type ShapeProblem = Exclude<PictureShape, 'sphere' | 'flat'> | 'not_360'

type Shown = { readonly shape?: unknown; readonly width?: unknown; readonly height?: unknown }

/** Names the problem that prevents a 3D video, if any. Videos of earlier versions have no shape: their ratio decides. */
export const shapeProblem = ({ shape, width, height }: Shown): ShapeProblem | undefined => {
  if (isPictureShape(shape) && shape !== 'sphere') return shape === 'flat' ? 'not_360' : shape
  return isEquirectangular({ width: Number(width), height: Number(height) }) ? undefined : 'not_360'
}

/** Features found in frames: the circles of lenses, and halves for two eyes. */
export type Seen = {
  /** Number of lens circles with dark corners in the frames. */
  readonly circles: 0 | 1 | 2
  /** Whether both halves show the rim of one scene, as two lenses do. */
  readonly rims: boolean
  /** Nothing is seen: no circle, and none that is missing. */
  readonly isDark: boolean
  /** Halves with the same content. `wrapped`: the left edge of each half continues its right edge, as in a whole sphere. */
  readonly alike?: 'top-bottom' | 'left-right' | undefined
  readonly wrapped?: boolean
}

type Frames = {
  readonly width: number
  readonly height: number
  /** Video tracks of that size: one, or one for each lens. */
  readonly tracks: number
}

/** Shares of a sphere: less than `none` is rounding; a half has both sides cut by a quarter, or one by a half. */
const cutShares = { none: 0.005, half: [0.4, 0.6] } as const

const cutOf = ({ bounds }: Declared): PictureShape | undefined => {
  if (!bounds) return undefined
  const [across, along] = [bounds.left + bounds.right, bounds.top + bounds.bottom]
  if (across < cutShares.none && along < cutShares.none) return undefined
  const isHalf = across >= cutShares.half[0] && across <= cutShares.half[1] && along < cutShares.none * 10
  return isHalf ? 'half_sphere' : 'partial_sphere'
}

const projections: Readonly<Record<NonNullable<Declared['projection']>, PictureShape | undefined>> = {
  sphere: undefined,
  half: 'half_sphere',
  cube_map: 'cube_map',
  mesh: 'mesh',
  fisheye: 'fisheye',
  flat: 'flat',
}

/** The declared shape, unless it is a whole sphere for one eye. It wins over a conflicting declaration of a sphere. */
const declaredShape = (declared: readonly Declared[]): PictureShape | undefined => {
  const named = declared.map(({ projection }) => projection && projections[projection])
  const shapes = [...named, ...declared.map(cutOf)].filter(shape => shape !== undefined)
  const isSphere = declared.some(({ projection }) => projection === 'sphere')
  const isStereo = declared.some(({ isStereo }) => isStereo)
  if (shapes[0] === 'fisheye') return isStereo ? 'two_fisheyes' : 'fisheye'
  return shapes[0] ?? (isStereo && isSphere ? 'stereo_sphere' : undefined)
}

const isAbout = (ratio: number, { width, height }: Frames) => Math.abs(width / height / ratio - 1) <= 0.03

/** Ratios of the two tracks of a GoPro .360: 4096 × 1344 and 2272 × 736. */
const isCubeStrip = (frames: Frames) => isAbout(4096 / 1344, frames) || isAbout(2272 / 736, frames)

const shapeOfTracks = (frames: Frames): PictureShape | undefined => {
  if (frames.tracks < 2) return undefined
  if (isAbout(1, frames)) return 'two_fisheyes'
  return isCubeStrip(frames) ? 'cube_map' : undefined
}

/** The shape found in the frames. A declared sphere overrules found halves, and lenses without dark corners. */
const seenIn = (frames: Frames, declared: readonly Declared[], seen: Seen): PictureShape | undefined => {
  const isSphere = declared.some(({ projection }) => projection === 'sphere')
  const isMono = isSphere && declared.some(({ isStereo }) => isStereo === false)
  if (seen.circles > 0) return seen.circles === 2 ? 'two_fisheyes' : 'fisheye'
  if (seen.rims && !isSphere) return 'two_fisheyes'
  const { alike, wrapped } = seen
  if (!alike || isMono) return undefined
  if (isEquirectangular(frames)) return alike === 'top-bottom' || wrapped ? 'stereo_sphere' : 'half_sphere'
  return isAbout(1, frames) || (isAbout(4, frames) && alike === 'left-right') ? 'stereo_sphere' : undefined
}

/** Names the shape of a video's frames: by the file's declarations, else by its tracks and frames. */
export const shapeOf = (frames: Frames, declared: readonly Declared[], seen: Seen): PictureShape => {
  const named = declaredShape(declared) ?? shapeOfTracks(frames) ?? seenIn(frames, declared, seen)
  if (named) return named
  const isStereo = declared.some(each => each.isStereo)
  const holdsTwo = isEquirectangular(frames) || isAbout(1, frames) || isAbout(4, frames)
  if (isStereo && holdsTwo) return 'stereo_sphere'
  return isEquirectangular(frames) ? 'sphere' : 'flat'
}
