import { type Size, shrinkPlane } from '~/server/engine/shrink'
import { faceCount, facePlaces } from './cube-faces'

/** Means and deviations of the frames that MiDaS and Depth Anything were taught with, in red, green and blue. */
const means = [0.485, 0.456, 0.406] as const
const deviations = [0.229, 0.224, 0.225] as const

/** A face of 110° has this share of the frame's width. */
const share = 110 / 360

/** Converts a limited-range BT.709 pixel to red, green and blue from 0 to 1. */
const coloursOf = (luma: number, blueness: number, redness: number) => {
  const [y, u, v] = [(luma - 16) / 219, (blueness - 128) / 224, (redness - 128) / 224]
  return [y + 1.5748 * v, y - 0.1873 * u - 0.4681 * v, y + 1.8556 * u] as const
}

type Planes = { readonly size: Size; readonly planes: readonly Uint8Array[] }

/** A yuv420p frame with all three planes in one size, no larger than faces of that size can show. */
const shrunken = (frame: Uint8Array, width: number, height: number, face: number): Planes => {
  const wide = Math.min(width, Math.ceil(face / share / 2) * 2)
  const size = { width: wide, height: wide / 2 }
  const luma = width * height
  const half = { width: width / 2, height: height / 2 }
  return {
    size,
    planes: [
      shrinkPlane(frame.subarray(0, luma), { width, height }, size),
      shrinkPlane(frame.subarray(luma, luma * 1.25), half, size),
      shrinkPlane(frame.subarray(luma * 1.25, luma * 1.5), half, size),
    ],
  }
}

/** The value of a plane between its four nearest pixels; columns wrap around, rows do not. */
const between = (plane: Uint8Array, { width, height }: Size, x: number, y: number) => {
  const [left, top] = [Math.floor(x), Math.min(Math.max(Math.floor(y), 0), height - 1)]
  const below = Math.min(top + 1, height - 1)
  const [first, second] = [(left + width) % width, (left + 1 + width) % width]
  const [across, down] = [x - left, Math.min(Math.max(y - top, 0), 1)]
  const row = (at: number) =>
    (plane[at * width + first] ?? 0) * (1 - across) + (plane[at * width + second] ?? 0) * across
  return row(top) * (1 - down) + row(below) * down
}

const drawFace = ({ size, planes }: Planes, places: Float32Array, pixels: number): Float32Array => {
  const input = new Float32Array(3 * pixels)
  const [luma, blueness, redness] = planes
  if (!luma || !blueness || !redness) return input
  for (let at = 0; at < pixels; at += 1) {
    const x = (places[2 * at] ?? 0) * size.width - 0.5
    const y = (places[2 * at + 1] ?? 0) * size.height - 0.5
    const colours = coloursOf(
      between(luma, size, x, y),
      between(blueness, size, x, y),
      between(redness, size, x, y),
    )
    for (const channel of [0, 1, 2] as const)
      input[channel * pixels + at] = (colours[channel] - means[channel]) / deviations[channel]
  }
  return input
}

/**
 * Draws the six faces of a cube around the camera, as a depth model takes them.
 * @param face width and height of a face in pixels
 * @returns a function from a yuv420p frame to faces: red, green and blue planes, normalised
 */
export const createFaceFrames = (width: number, height: number, face: number) => {
  const places = Array.from({ length: faceCount }, (_, index) => facePlaces(index, face))
  return (frame: Uint8Array): readonly Float32Array[] => {
    const planes = shrunken(frame, width, height, face)
    return places.map(each => drawFace(planes, each, face * face))
  }
}
