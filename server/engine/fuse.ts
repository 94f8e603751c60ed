import type { Depth } from './depth'
import { prior } from './prior'
import { columns, latitudeOf, rows } from './sphere-grid'

/** Maximum inverse distance in 1/m: nothing is nearer than 40 cm. */
const nearest = 2.5
/** Latitudes in radians that are checked for ground: excludes the far distance and the camera operator. */
const groundBand = { from: -1.1, to: -0.25 }
/** Cells below this share of the ground's inverse distance lie behind the ground. */
const behind = 0.7
/** Share of the ground band behind the ground: up to `wellUpTo` full trust, from `wrongFrom` on none. */
const wellUpTo = 0.1
const wrongFrom = 0.4

/**
 * Checks the plausibility of depth below the horizon: nothing lies behind the ground. It appears to if a
 * vehicle or a person moves with the camera, or if the flow is wrong; then no distance can be measured.
 * @returns 1 if plausible, 0 if not, or a value in between
 */
export const groundTrust = ({ inverse, trust }: Depth): number => {
  let [all, wrong] = [0, 0]
  for (let row = 0; row < rows; row += 1) {
    const latitude = latitudeOf(row, rows)
    if (latitude < groundBand.from || latitude > groundBand.to) continue
    for (let at = row * columns; at < (row + 1) * columns; at += 1) {
      const weight = (trust[at] ?? 0) * Math.cos(latitude)
      all += weight
      if ((inverse[at] ?? 0) < behind * (prior[at] ?? 0)) wrong += weight
    }
  }
  const share = all ? wrong / all : 0
  return Math.min(Math.max((wrongFrom - share) / (wrongFrom - wellUpTo), 0), 1)
}

/**
 * Combines measured depth with depth that is assumed, weighted by trust; below the horizon nothing is behind the ground.
 * @param assumed inverse distances where nothing was measured: level ground, or what a model estimates
 * @param ground plausibility of the depth below the horizon, 0 to 1
 */
export const fuse = (seen: Depth, ground = groundTrust(seen), assumed: Float32Array = prior): Depth => {
  const trust = seen.trust.map(value => value * ground)
  const inverse = seen.inverse.map((value, at) => {
    const known = assumed[at] ?? 0
    const mixed = known + (trust[at] ?? 0) * (value - known)
    return Math.min(Math.max(mixed, prior[at] ?? 0), nearest)
  })
  return { inverse, trust }
}
