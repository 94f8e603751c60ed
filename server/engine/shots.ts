import { cells } from './sphere-grid'

/** Mean change of brightness, in levels, that counts as a cut. */
const cutLevels = 30

/** Whether a new shot begins between two frames, shrunk to the grid. */
export const isCut = (before: Uint8Array, after: Uint8Array) => {
  let sum = 0
  for (let at = 0; at < cells; at += 1) sum += Math.abs((before[at] ?? 0) - (after[at] ?? 0))
  return sum / cells > cutLevels
}
