import type { Depth } from './depth'

/**
 * Estimates inverse distances in 1/m of a yuv420p frame.
 * @param measured what was measured in that frame, which the estimate is to agree with
 */
export type Estimate = (frame: Uint8Array, measured?: Depth) => Promise<Float32Array>

/** Seconds for which an estimate is kept: a model takes longer than a frame lasts. */
const kept = 0.2

/** Asks for an estimate five times a second of video, and keeps it in between. */
export const createKept = (estimate: Estimate, framerate: number) => {
  const frames = Math.max(1, Math.round(framerate * kept))
  let [age, last] = [0, new Float32Array()]
  const ask = async (frame: Uint8Array, measured?: Depth) => {
    age = 1
    last = new Float32Array(await estimate(frame, measured))
    return last
  }
  return {
    /** At the first frame of a shot. */
    anew: (frame: Uint8Array) => ask(frame),
    now: async (frame: Uint8Array, measured: () => Depth | undefined) => {
      if (age >= frames) return ask(frame, measured())
      age += 1
      return last
    },
  }
}
