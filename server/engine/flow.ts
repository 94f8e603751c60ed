import { createRequire } from 'node:module'
import type OpenCv from '@techstark/opencv-js'
import { cells, columns, rows } from './sphere-grid'

/** Cells repeated beyond the left and right edge, so that motion across the edge is tracked. */
const margin = 32
const padded = columns + 2 * margin

/** Displacement of each cell, in cells to the right and down. */
export type Flow = { readonly right: Float32Array; readonly down: Float32Array }

// `import` would parse the library's 11 MB twice, for the names that it exports.
const load = (): typeof OpenCv => createRequire(import.meta.url)('@techstark/opencv-js')

const untilLoaded = async () => {
  const library = await load()
  if (!library.Mat)
    await new Promise<void>(resolve => {
      library.onRuntimeInitialized = () => resolve()
    })
  return library
}

const pad = (small: Uint8Array, into: Uint8Array) => {
  for (let row = 0; row < rows; row += 1) {
    const line = small.subarray(row * columns, (row + 1) * columns)
    const at = row * padded
    into.set(line.subarray(columns - margin), at)
    into.set(line, at + margin)
    into.set(line.subarray(0, margin), at + margin + columns)
  }
}

const unpad = (both: Float32Array): Flow => {
  const flow = { right: new Float32Array(cells), down: new Float32Array(cells) }
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const from = 2 * (row * padded + column + margin)
      flow.right[row * columns + column] = both[from] ?? 0
      flow.down[row * columns + column] = both[from + 1] ?? 0
    }
  return flow
}

/** Loads the optical flow library (Farnebäck) and returns a function that tracks cells between two frames. */
export const loadFlow = async () => {
  const cv = await untilLoaded()
  const [first, second, both] = [0, 1].map(() => new cv.Mat(rows, padded, cv.CV_8UC1)).concat(new cv.Mat())
  return (from: Uint8Array, to: Uint8Array): Flow => {
    if (!first || !second || !both) throw new Error('The library of optical flow is not loaded.')
    pad(from, first.data)
    pad(to, second.data)
    cv.calcOpticalFlowFarneback(first, second, both, 0.5, 3, 15, 2, 7, 1.5, 0)
    return unpad(both.data32F)
  }
}
