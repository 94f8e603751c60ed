import type { Depth } from './depth'
import { prior } from './prior'
import { columns, latitudeOf, rows } from './sphere-grid'

/** 1/m: nothing is nearer than 40 cm. */
const nearest = 2.5
/** Radians above the horizon between which the ground is looked for: not the far distance, nor who holds the camera. */
const groundBand = { from: -1.1, to: -0.25 }
/** What is seen this much farther than the ground is lies behind it. */
const behind = 0.7
/** The share of the ground band that may lie behind the ground: up to the first all is well, from the second nothing is. */
const wellUpTo = 0.1
const wrongFrom = 0.4

/**
 * Whether what is seen below the horizon can be: nothing lies behind the ground. It seems to where a vehicle or a
 * person moves with the camera, or where the flow lost its way; then no distance can be measured.
 * @returns 1 where it can be, 0 where it cannot
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
 * What is seen and what is known beforehand, each as far as it can be trusted; below the horizon nothing is behind the
 * ground.
 */
export const fuse = (seen: Depth): Depth => {
  const ground = groundTrust(seen)
  const trust = seen.trust.map(value => value * ground)
  const inverse = seen.inverse.map((value, at) => {
    const known = prior[at] ?? 0
    return Math.min(Math.max(known + (trust[at] ?? 0) * (value - known), known), nearest)
  })
  return { inverse, trust }
}
