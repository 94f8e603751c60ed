import { useInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import {
  type ClipRange,
  costOf,
  frameOf,
  moveEnd,
  type RangeEnd,
  type SourceVideo,
  secondsOf,
} from './clip-range'

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
