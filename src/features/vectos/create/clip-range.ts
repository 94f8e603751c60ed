import { useInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { inLatinDigits } from '~/src/ui/format'

/** The clip range of a video, by the numbers of its first and last frames. */
export type ClipRange = { readonly start: number; readonly end: number }
export type RangeEnd = keyof ClipRange

export type SourceVideo = {
  /** Frames per second. */
  readonly rate: number
  /** The number of the last frame that can be chosen. */
  readonly last: number
}

/** Used if the probe reports no frame rate. */
const USUAL_RATE = 30

export const sourceVideoOf = (seconds: number, framerate: number): SourceVideo => {
  const rate = framerate > 0 ? framerate : USUAL_RATE
  return { rate, last: Math.max(1, Math.floor(seconds * rate + 0.01)) }
}

/** Seconds rounded to thousandths, as the server expects them. */
export const secondsOf = (frame: number, { rate }: SourceVideo) => Math.round((frame / rate) * 1000) / 1000

export const frameOf = (seconds: number, { rate }: SourceVideo) => Math.round(seconds * rate)

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** The range of frames for each end: the ends never cross, and are at least one frame apart. */
export const boundsOfEnd = ({ start, end }: ClipRange, which: RangeEnd, { last }: SourceVideo) =>
  which === 'start' ? ([0, end - 1] as const) : ([start + 1, last] as const)

export const moveEnd = (range: ClipRange, which: RangeEnd, frame: number, source: SourceVideo): ClipRange => {
  const [least, most] = boundsOfEnd(range, which, source)
  return { ...range, [which]: between(least, Math.round(frame), most) }
}

/**
 * The end that a press at `frame` selects: the nearer one; in the same place, the one that can move there.
 */
export const nearerEnd = ({ start, end }: ClipRange, frame: number): RangeEnd =>
  Math.abs(frame - start) < Math.abs(frame - end) || (start === end && frame < start) ? 'start' : 'end'

/** Whole seconds charged to the company's quota, as the server counts them. */
export const costOf = (range: ClipRange, source: SourceVideo) =>
  Math.ceil(Math.round((secondsOf(range.end, source) - secondsOf(range.start, source)) * 1000) / 1000)

type Moves = Readonly<
  Record<string, (frame: number, source: SourceVideo, bounds: readonly [number, number]) => number>
>

const second = ({ rate }: SourceVideo) => Math.max(1, Math.round(rate))

/** The moves of an end, by key name; an arrow with shift moves by a second. */
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

/** The clip range, stored by the form in seconds, read and moved by frames. */
export const useClipRange = (source: SourceVideo) => {
  const { setValue } = useFormContext()
  const inputs = [
    useInput({ source: 'offsetStart' }),
    useInput({ source: 'offsetEnd' }),
    useInput({ source: 'duration' }),
  ] as const
  const [start, end] = inputs.map(({ field }) => frameOf(Number(field.value), source))
  const range: ClipRange = { start: start ?? 0, end: end ?? source.last }
  const move = (which: RangeEnd, frame: number) => {
    const next = moveEnd(range, which, frame, source)
    const [from, to] = [secondsOf(next.start, source), secondsOf(next.end, source)]
    const dirty = { shouldDirty: true }
    setValue('offsetStart', from, dirty)
    setValue('offsetEnd', to, dirty)
    setValue('duration', Math.round((to - from) * 1000) / 1000, dirty)
    return next[which]
  }
  // The server's error for the range, which has no input of its own.
  const wrong = inputs.map(({ fieldState }) => fieldState.error?.message).find(Boolean)
  return { range, cost: costOf(range, source), move, wrong }
}

const clock = /^(?:(?:(\d+):)?(\d{1,4}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/

/** Parses the seconds of "1:02:03.45", "2:03,45" or "123.45"; undefined if the text is not a time. */
export const readClock = (text: string): number | undefined => {
  const [, hours = '0', minutes, seconds] = clock.exec(inLatinDigits(text).trim()) ?? []
  if (seconds === undefined) return undefined
  const rest = Number(seconds.replace(',', '.'))
  // With minutes, the seconds must be below 60; alone, they may exceed it.
  if (minutes !== undefined && rest >= 60) return undefined
  return Number(hours) * 3600 + Number(minutes ?? 0) * 60 + rest
}
