/** The part of a video to work on, by the numbers of its first and last images. */
export type ClipRange = { readonly start: number; readonly end: number }
export type RangeEnd = keyof ClipRange

export type SourceVideo = {
  /** Images a second. */
  readonly rate: number
  /** The number of the last image that can be chosen. */
  readonly last: number
}

/** Where a probe tells nothing better. */
const USUAL_RATE = 30

export const sourceVideoOf = (seconds: number, framerate: number): SourceVideo => {
  const rate = framerate > 0 ? framerate : USUAL_RATE
  return { rate, last: Math.max(1, Math.floor(seconds * rate + 0.01)) }
}

/** In thousandths, as the server takes them. */
export const secondsOf = (frame: number, { rate }: SourceVideo) => Math.round((frame / rate) * 1000) / 1000

export const frameOf = (seconds: number, { rate }: SourceVideo) => Math.round(seconds * rate)

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Between which images each end may be: they never cross, and lie an image apart at least. */
export const boundsOfEnd = ({ start, end }: ClipRange, which: RangeEnd, { last }: SourceVideo) =>
  which === 'start' ? ([0, end - 1] as const) : ([start + 1, last] as const)

export const moveEnd = (range: ClipRange, which: RangeEnd, frame: number, source: SourceVideo): ClipRange => {
  const [least, most] = boundsOfEnd(range, which, source)
  return { ...range, [which]: between(least, Math.round(frame), most) }
}

/** The end that a press at `frame` means: the nearer one; at the same place, the one that can go there. */
export const nearerEnd = ({ start, end }: ClipRange, frame: number): RangeEnd =>
  Math.abs(frame - start) < Math.abs(frame - end) || (start === end && frame < start) ? 'start' : 'end'

/** Whole seconds that it takes from the company's quota, as the server counts them. */
export const costOf = (range: ClipRange, source: SourceVideo) =>
  Math.ceil(Math.round((secondsOf(range.end, source) - secondsOf(range.start, source)) * 1000) / 1000)

type Moves = Readonly<
  Record<string, (frame: number, source: SourceVideo, bounds: readonly [number, number]) => number>
>

const second = ({ rate }: SourceVideo) => Math.max(1, Math.round(rate))

/** What keys do to an end, by their name; an arrow with shift is a second. */
export const keyMoves: Moves = {
  ArrowRight: frame => frame + 1,
  ArrowUp: frame => frame + 1,
  ArrowLeft: frame => frame - 1,
  ArrowDown: frame => frame - 1,
  'shift+ArrowRight': (frame, source) => frame + second(source),
  'shift+ArrowUp': (frame, source) => frame + second(source),
  'shift+ArrowLeft': (frame, source) => frame - second(source),
  'shift+ArrowDown': (frame, source) => frame - second(source),
  PageUp: (frame, source) => frame + second(source),
  PageDown: (frame, source) => frame - second(source),
  Home: (_frame, _film, [least]) => least,
  End: (_frame, _film, [, most]) => most,
}
