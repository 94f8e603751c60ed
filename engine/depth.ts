import type { DepthCause, DepthReport } from '~/model/video/depth-report'
import { byColumn, latitudes } from './column-vectors'
import type { Flow } from './flow'
import type { AngularFlow, Motion } from './motion'
import { cells, columns, latitudeOf, prior, rows } from './sphere-grid'

/** Error of the flow in radians where there is much texture: a tenth of a cell. */
export const flowError = (0.1 * 2 * Math.PI) / columns
const flowVariance = flowError * flowError
/** Error of the prior in 1/m. */
const priorError = 0.2
const priorPrecision = 1 / (priorError * priorError)

/** Inverse distances in 1/m, and the share of each that comes from the flow (1) or from the prior (0). */
export type Depth = { readonly inverse: Float32Array; readonly trust: Float32Array }

const emptyDepth = (): Depth => ({ inverse: new Float32Array(cells), trust: new Float32Array(cells) })

/** Room for the results of a frame, to be used again for the next one: megabytes a frame would take time to collect. */
export const createRoom = () => ({
  angular: { right: new Float32Array(cells), up: new Float32Array(cells) },
  seen: emptyDepth(),
  yardstick: new Float32Array(cells),
})

/** Converts flow from cells to radians on the unit sphere: cells are narrower near the poles. */
export const angularFlow = ({ right, down }: Flow, flow: AngularFlow): AngularFlow => {
  for (let row = 0; row < rows; row += 1) {
    const span = ((2 * Math.PI) / columns) * Math.cos(latitudeOf(row, rows))
    for (let at = row * columns; at < (row + 1) * columns; at += 1) {
      flow.right[at] = (right[at] ?? 0) * span
      flow.up[at] = (-(down[at] ?? 0) * Math.PI) / rows
    }
  }
  return flow
}

// `Math.hypot` and powers take many times as long.
const lengthOf = (a: number, b: number) => Math.sqrt(a * a + b * b)

/** Area of the cells of a row on the sphere. */
const areas = Float32Array.from(latitudes.cosine)

const allArea = areas.reduce((sum, area) => sum + area, 0) * columns

/** The mean shift in radians, weighted by area, that turning the camera does not explain. */
export const meanShift = (flow: AngularFlow, motion: Motion) => {
  const turn = byColumn(motion.turn)
  let sum = 0
  for (let row = 0; row < rows; row += 1) {
    const [sine, cosine] = [latitudes.sine[row] ?? 0, latitudes.cosine[row] ?? 0]
    let line = 0
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      const turnUp = turn.up * cosine - (turn.ahead[column] ?? 0) * sine
      line += lengthOf((flow.right[at] ?? 0) - turnUp, (flow.up[at] ?? 0) + (turn.right[column] ?? 0))
    }
    sum += line * (areas[row] ?? 0)
  }
  return sum / allArea
}

/**
 * Estimates inverse distances from parallax, and their trust, which is low where the parallax is small, where
 * there is little texture, and where the shift is not caused by camera motion.
 */
export const seenDepth = (
  flow: AngularFlow,
  motion: Motion,
  texture: Float32Array,
  depth: Depth = emptyDepth(),
): Depth => {
  const [turn, metres] = [byColumn(motion.turn), byColumn(motion.metres)]
  for (let row = 0; row < rows; row += 1) {
    const [sine, cosine] = [latitudes.sine[row] ?? 0, latitudes.cosine[row] ?? 0]
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      // Rotation shifts the image to the right by its component about up, and up by its component about left.
      const right = (flow.right[at] ?? 0) - (turn.up * cosine - (turn.ahead[column] ?? 0) * sine)
      const up = (flow.up[at] ?? 0) + (turn.right[column] ?? 0)
      const alongRight = metres.right[column] ?? 0
      const alongUp = metres.up * cosine - (metres.ahead[column] ?? 0) * sine
      const shift = alongRight * alongRight + alongUp * alongUp
      const seen = (right * alongRight + up * alongUp) / (shift || 1)
      const [offRight, offUp] = [right - seen * alongRight, up - seen * alongUp]
      const across = (offRight * offRight + offUp * offUp) / (4 * flowVariance)
      const precision = (shift / flowVariance) * ((texture[at] ?? 0) / (1 + across))
      depth.inverse[at] = seen
      depth.trust[at] = precision / (precision + priorPrecision)
    }
  }
  return depth
}

/** Time constants in seconds: for averaging depth measured by flow, and for decay once it is not measured. */
const averaged = 0.1
const forgotten = 1

/** The weight of the new value per frame. */
const gain = (seconds: number, time: number) => 1 - Math.exp(-seconds / time)

/** The position of a cell one frame ago, or as long ago as is this share of the time over which the flow was measured. */
const cameFrom = ({ right, down }: Flow, row: number, at: number, share: number) => {
  // A cell more than all columns, so that the number is positive before it is cut and wrapped around.
  const column = Math.floor(at + (right[at] ?? 0) * share + 0.5 + columns) & (columns - 1)
  const from = Math.floor(row + (down[at] ?? 0) * share + 0.5)
  return (from < 0 ? 0 : from >= rows ? rows - 1 : from) * columns + column
}

/**
 * Smooths depth over time, following motion.
 * @param frameSeconds frame interval in seconds
 */
export const createSteadying = (frameSeconds: number) => {
  let [steady, before] = [prior.slice(), prior.slice()]
  let seen = 0
  return {
    now: () => steady,
    /** Restarts with assumed depth. */
    forget: (assumed: Float32Array = prior) => {
      steady.set(assumed)
      seen = 0
    },
    /**
     * @param frames number of frames over which the flow was measured
     * @param since number of frames since depth was last added
     */
    add: ({ inverse, trust }: Depth, flow: Flow, frames: number, since = 1) => {
      const [quick, slow] = [gain(since * frameSeconds, averaged), gain(since * frameSeconds, forgotten)]
      ;[before, steady] = [steady, before]
      seen += 1
      // The first frames have little or nothing to average with.
      const newest = Math.max(quick, 1 / seen)
      const moved = since / frames
      for (let at = 0; at < cells; at += 1) {
        const old = before[cameFrom(flow, Math.floor(at / columns), at, moved)] ?? 0
        const share = newest * (trust[at] ?? 0) + slow * (1 - (trust[at] ?? 0))
        steady[at] = Math.max(old + share * ((inverse[at] ?? 0) - old), prior[at] ?? 0)
      }
      return steady
    },
  }
}

/**
 * What is known of a frame: `ground` 1 if depth below the horizon is plausible; `speed` of the camera in m/s; `shift`,
 * the mean in radians that turning does not explain.
 */
type Seen = {
  readonly trust: Float32Array
  readonly texture: Float32Array
  readonly speed: number
  readonly shift: number
  readonly ground: number
}

/** Mean shift below which the camera is still: the error of the flow itself. */
const unmoved = 2 * flowError
/** Apparent speed in m/s of a camera whose surroundings move with it, although the frame moves. */
const standing = 0.25
/** Share of frames, or of a frame's area, from which a cause counts. */
const much = 0.5

/** The mean of all cells, weighted by their area on the sphere. */
const meanOf = (values: Float32Array) => {
  let sum = 0
  for (let row = 0; row < rows; row += 1) {
    let line = 0
    for (let at = row * columns; at < (row + 1) * columns; at += 1) line += values[at] ?? 0
    sum += line * (areas[row] ?? 0)
  }
  return sum / allArea
}

/** Tallies the share of measured depth, and the causes of missing depth. */
export const createTally = () => {
  const sums = { frames: 0, seen: 0, measured: 0, still: 0, carried: 0, plain: 0 }
  const cause = (): DepthCause => {
    if (sums.seen === 0) return 'unclear'
    const most = sums.seen * much
    if (sums.plain >= most) return 'plain'
    if (sums.still >= most) return 'still'
    return sums.carried >= most ? 'carried' : 'unclear'
  }
  return {
    /** A frame without an earlier one to compare with, whose depth is that of level ground. */
    unseen: () => {
      sums.frames += 1
    },
    add: ({ trust, texture, speed, shift, ground }: Seen) => {
      sums.frames += 1
      sums.seen += 1
      sums.measured += meanOf(trust)
      sums.plain += 1 - meanOf(texture)
      sums.still += shift < unmoved ? 1 : 0
      sums.carried += shift >= unmoved && speed < standing ? 1 : 1 - ground
    },
    report: (): DepthReport => ({
      measured: sums.frames ? sums.measured / sums.frames : 0,
      cause: cause(),
    }),
  }
}

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
 * @param assumed inverse distances where nothing was measured: level ground, or a model's estimate
 * @param ground plausibility of the depth below the horizon, 0 to 1
 * @param fused where the result goes: the measured depth itself, if it is no longer needed
 */
export const fuse = (
  seen: Depth,
  ground = groundTrust(seen),
  assumed: Float32Array = prior,
  fused: Depth = emptyDepth(),
): Depth => {
  const { inverse, trust } = fused
  for (let at = 0; at < cells; at += 1) {
    const known = assumed[at] ?? 0
    const sure = (seen.trust[at] ?? 0) * ground
    trust[at] = sure
    inverse[at] = Math.min(
      Math.max(known + sure * ((seen.inverse[at] ?? 0) - known), prior[at] ?? 0),
      nearest,
    )
  }
  return fused
}

/**
 * Estimates inverse distances in 1/m of a yuv420p frame.
 * @param measured depth that was measured in that frame, which the estimate must match
 */
export type Estimate = (frame: Uint8Array, measured?: Depth) => Promise<Float32Array>

/** Seconds for which an estimate is kept: a model takes longer than a frame lasts. */
const kept = 0.2

/** Requests an estimate five times per second of video, and keeps it in between. */
export const createKept = (estimate: Estimate, framerate: number) => {
  const frames = Math.max(1, Math.round(framerate * kept))
  let [age, last] = [0, new Float32Array()]
  const ask = async (frame: Uint8Array, measured?: Depth) => {
    age = 1
    last = new Float32Array(await estimate(frame, measured))
    return last
  }
  return {
    /** Requests an estimate at the first frame of a shot. */
    anew: (frame: Uint8Array) => ask(frame),
    now: async (frame: Uint8Array, measured: () => Depth | undefined) => {
      if (age >= frames) return ask(frame, measured())
      age += 1
      return last
    },
  }
}
