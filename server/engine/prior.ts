import { cells, columns, latitudeOf, rows } from './sphere-grid'

/** Height of the camera above the ground in metres: a stick held above the head, a helmet, a tripod. */
const cameraHeight = 1.5

/**
 * The prior depth, independent of the video: below the horizon nothing is farther than level ground, above it
 * nothing is known.
 * @param latitude in radians above the horizon
 * @returns the inverse of the distance, in 1/m; 0 is infinitely far
 */
export const priorAt = (latitude: number) => (latitude < 0 ? Math.sin(-latitude) / cameraHeight : 0)

/** The prior of each cell. */
export const prior = (() => {
  const all = new Float32Array(cells)
  for (let row = 0; row < rows; row += 1)
    all.fill(priorAt(latitudeOf(row, rows)), row * columns, (row + 1) * columns)
  return all
})()
