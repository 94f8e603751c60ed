/** The part of a film to work on, by the numbers of its first and last images. */
export type Cut = { readonly start: number; readonly end: number }
export type End = keyof Cut

export type Film = {
  /** Images a second. */
  readonly rate: number
  /** The number of the last image that can be chosen. */
  readonly last: number
}

/** Where a probe tells nothing better. */
const USUAL_RATE = 30

export const filmOf = (seconds: number, framerate: number): Film => {
  const rate = framerate > 0 ? framerate : USUAL_RATE
  return { rate, last: Math.max(1, Math.floor(seconds * rate + 0.01)) }
}

/** In thousandths, as the server takes them. */
export const secondsOf = (frame: number, { rate }: Film) => Math.round((frame / rate) * 1000) / 1000

export const frameOf = (seconds: number, { rate }: Film) => Math.round(seconds * rate)

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** Between which images each end may be: they never cross, and lie an image apart at least. */
export const boundsOf = ({ start, end }: Cut, which: End, { last }: Film) =>
  which === 'start' ? ([0, end - 1] as const) : ([start + 1, last] as const)

export const moved = (cut: Cut, which: End, frame: number, film: Film): Cut => {
  const [least, most] = boundsOf(cut, which, film)
  return { ...cut, [which]: between(least, Math.round(frame), most) }
}

/** The end that a press at `frame` means: the nearer one; at the same place, the one that can go there. */
export const nearerEnd = ({ start, end }: Cut, frame: number): End =>
  Math.abs(frame - start) < Math.abs(frame - end) || (start === end && frame < start) ? 'start' : 'end'

/** Whole seconds that it takes from the company's quota, as the server counts them. */
export const costOf = (cut: Cut, film: Film) =>
  Math.ceil(Math.round((secondsOf(cut.end, film) - secondsOf(cut.start, film)) * 1000) / 1000)

type Moves = Readonly<
  Record<string, (frame: number, film: Film, bounds: readonly [number, number]) => number>
>

const second = ({ rate }: Film) => Math.max(1, Math.round(rate))

/** What keys do to an end, by their name; an arrow with shift is a second. */
export const keyMoves: Moves = {
  ArrowRight: frame => frame + 1,
  ArrowUp: frame => frame + 1,
  ArrowLeft: frame => frame - 1,
  ArrowDown: frame => frame - 1,
  'shift+ArrowRight': (frame, film) => frame + second(film),
  'shift+ArrowUp': (frame, film) => frame + second(film),
  'shift+ArrowLeft': (frame, film) => frame - second(film),
  'shift+ArrowDown': (frame, film) => frame - second(film),
  PageUp: (frame, film) => frame + second(film),
  PageDown: (frame, film) => frame - second(film),
  Home: (_frame, _film, [least]) => least,
  End: (_frame, _film, [, most]) => most,
}
