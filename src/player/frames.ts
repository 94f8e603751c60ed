/** A time in thousandths may lie this much of a frame before the frame that it names, at 240 a second. */
const SLACK = 0.13

/** Images a second where a video does not tell. */
export const USUAL_RATE = 30

/** The number of the frame that is shown at a time, the first being 0. */
export const frameAt = (seconds: number, rate: number) => Math.max(0, Math.floor(seconds * rate + SLACK))

/** A time well inside a frame: at its very edge, players show the one before or after. */
export const insideFrame = (frame: number, rate: number) => (Math.max(0, frame) + 0.5) / rate
