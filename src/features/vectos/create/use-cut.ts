import { useInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { type Cut, costOf, type End, type Film, frameOf, moved, secondsOf } from './cut'

/** The chosen part as the form keeps it, in seconds, read and moved by images. */
export const useCut = (film: Film) => {
  const { setValue } = useFormContext()
  const inputs = [
    useInput({ source: 'offsetStart' }),
    useInput({ source: 'offsetEnd' }),
    useInput({ source: 'duration' }),
  ] as const
  const [start, end] = inputs.map(({ field }) => frameOf(Number(field.value), film))
  const cut: Cut = { start: start ?? 0, end: end ?? film.last }
  const move = (which: End, frame: number) => {
    const next = moved(cut, which, frame, film)
    const [from, to] = [secondsOf(next.start, film), secondsOf(next.end, film)]
    const dirty = { shouldDirty: true }
    setValue('offsetStart', from, dirty)
    setValue('offsetEnd', to, dirty)
    setValue('duration', Math.round((to - from) * 1000) / 1000, dirty)
    return next[which]
  }
  // What the server has against the part: it has no input of its own to stand under.
  const wrong = inputs.map(({ fieldState }) => fieldState.error?.message).find(Boolean)
  return { cut, cost: costOf(cut, film), move, wrong }
}
