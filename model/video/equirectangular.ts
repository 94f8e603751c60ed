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
