import { longestName } from '../content-types'
import { cut } from '../text'
import type { Mp4Track } from './mp4'

/** Settings of a lens in degrees: default, minimum and maximum. */
export const lensSettings = {
  fov: { usual: 200, least: 90, most: 270 },
  yaw: { usual: 0, least: -180, most: 180 },
  pitch: { usual: 0, least: -90, most: 90 },
  roll: { usual: 0, least: -180, most: 180 },
} as const

/** One of the two files of a camera with two lenses. */
export type InsvFile = { readonly name: string; readonly tracks: readonly Mp4Track[] }

/**
 * `pair_same`: the same file twice. `pair_names`: not the two lenses of one recording. `pair_size`: frames of different
 * sizes. `pair_duration`: the durations differ by more than one frame.
 */
export type PairProblem = 'pair_same' | 'pair_names' | 'pair_size' | 'pair_duration'

/** The mark of the lens in names such as `VID_20240102_030405_00_007.insv`: `_00` the front, `_10` the back. */
const frontMark = /_00(?=[_.]|$)/gi

/** Whether the file name has the mark of one lens. */
export const isMarked = (name: string) => /_(00|10)(?=[_.]|$)/.test(name)

/** Possible names of the back file of `front`: a time of day can look like a mark. */
const backNames = (front: string) =>
  [...front.matchAll(frontMark)].map(({ index }) => `${front.slice(0, index)}_10${front.slice(index + 3)}`)

const isFrontOf = (front: string, back: string) => backNames(front.toLowerCase()).includes(back.toLowerCase())

/** Orders two files, front lens first; undefined where their names are not of one recording. */
export const orderPair = <T extends { readonly name: string }>(one: T, other: T): [T, T] | undefined => {
  if (isFrontOf(one.name, other.name)) return [one, other]
  return isFrontOf(other.name, one.name) ? [other, one] : undefined
}

/** Groups camera files by recording: the two lenses together, front first, and those without a partner alone. */
export const pairFiles = <T extends { readonly name: string }>(files: readonly T[]): T[][] => {
  const rest = [...files]
  const groups: T[][] = []
  for (let one = rest.shift(); one; one = rest.shift()) {
    const first = one
    const at = rest.findIndex(other => orderPair(first, other))
    const [other] = at < 0 ? [] : rest.splice(at, 1)
    groups.push((other && orderPair(first, other)) ?? [first])
  }
  return groups
}

const picture = ({ tracks }: InsvFile) => tracks.find(track => track.kind === 'video')

/**
 * Why two files cannot be stitched; undefined where they can. Order them with `orderPair` first.
 * Files without a video track must be refused before.
 */
export const pairProblem = (front: InsvFile, back: InsvFile): PairProblem | undefined => {
  if (front.name.toLowerCase() === back.name.toLowerCase()) return 'pair_same'
  if (!isFrontOf(front.name, back.name)) return 'pair_names'
  const [a, b] = [picture(front), picture(back)]
  if (!a || !b) return undefined
  if (a.width !== b.width || a.height !== b.height) return 'pair_size'
  const image = a.frames ? a.seconds / a.frames : 0
  // Slightly more than one frame: each file counts its duration in its own time scale.
  return Math.abs(a.seconds - b.seconds) > image * 1.01 ? 'pair_duration' : undefined
}

/** The name of a recording, without the markers of its camera file. */
export const nameOfRecording = (file: string) =>
  cut(file.replace(/\.(insv|mp4)$/i, '').replace(/_(00|10)(?=_\d+$)/, ''), longestName)
