/** Part of a frame by which a time in thousandths may precede its frame, at 240 frames per second. */
const SLACK = 0.13

/** Frames per second of a video that does not state them. */
export const USUAL_RATE = 30

/** The number of the frame that is displayed at a time, the first being 0. */
export const frameAt = (seconds: number, rate: number) => Math.max(0, Math.floor(seconds * rate + SLACK))

/** A time in the middle of a frame: at its edge, players show the previous or the next one. */
export const insideFrame = (frame: number, rate: number) => (Math.max(0, frame) + 0.5) / rate
