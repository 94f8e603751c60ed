import Box from '@mui/material/Box'
import { type PointerEvent, type RefObject, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { type Cut, type End, type Film, nearerEnd, secondsOf } from './cut'
import { FilmStrip, type Sheet } from './film-strip'
import { SliderHandle } from './slider-handle'

type Props = {
  readonly cut: Cut
  readonly film: Film
  readonly sheet: Sheet | null
  readonly onMove: (which: End, frame: number) => void
}

const shade = {
  position: 'absolute',
  pointerEvents: 'none',
  top: 0,
  bottom: 0,
  bgcolor: 'rgba(8, 16, 16, 0.66)',
  borderRadius: 1,
}

const percent = (frame: number, { last }: Film) => `${(frame / last) * 100}%`

/** A press on the track takes the nearer end along, and holds it until it is let go. */
const useDrag = (
  { cut, film, onMove }: Props,
  ends: Readonly<Record<End, RefObject<HTMLDivElement | null>>>,
) => {
  const held = useRef<End | null>(null)
  const frameAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return ((clientX - left) / Math.max(1, width)) * film.last
  }
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    // The browser would move the focus off the handle again.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    // By place, even on a handle: where they lie over each other, either can be taken.
    held.current = nearerEnd(cut, frameAt(event))
    ends[held.current].current?.focus({ preventScroll: true })
    if (event.target === event.currentTarget) onMove(held.current, frameAt(event))
  }
  const drag = (event: PointerEvent) => held.current && onMove(held.current, frameAt(event))
  const release = () => {
    held.current = null
  }
  return { onPointerDown: press, onPointerMove: drag, onPointerUp: release, onPointerCancel: release }
}

/** Chooses the first and the last image on the film itself; the two never cross. */
export const RangeSlider = (props: Props) => {
  const { cut, film, sheet, onMove } = props
  const translate = useTranslate()
  const ends = { start: useRef<HTMLDivElement>(null), end: useRef<HTMLDivElement>(null) }
  const handlers = useDrag(props, ends)
  const labels = { start: 'offsetStart', end: 'offsetEnd' } as const
  return (
    <Box
      role="group"
      aria-label={translate('resources.vectos.making.part')}
      {...handlers}
      sx={{ position: 'relative', height: 56, mx: '6px', touchAction: 'pan-y', cursor: 'pointer' }}
    >
      <FilmStrip sheet={sheet} seconds={secondsOf(film.last, film)} />
      <Box sx={{ ...shade, left: 0 }} style={{ width: percent(cut.start, film) }} />
      <Box sx={{ ...shade, right: 0 }} style={{ left: percent(cut.end, film) }} />
      {(['start', 'end'] as const).map(which => (
        <SliderHandle
          key={which}
          ref={ends[which]}
          which={which}
          label={translate(`resources.vectos.fields.${labels[which]}`)}
          cut={cut}
          film={film}
          onMove={onMove}
        />
      ))}
    </Box>
  )
}
