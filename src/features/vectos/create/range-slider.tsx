import Box from '@mui/material/Box'
import { type PointerEvent, type RefObject, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { type ClipRange, nearerEnd, type RangeEnd, type SourceVideo, secondsOf } from './clip-range'
import { FilmStrip, type Sheet } from './film-strip'
import { SliderHandle } from './slider-handle'

type Props = {
  readonly range: ClipRange
  readonly source: SourceVideo
  readonly sheet: Sheet | null
  readonly onMove: (which: RangeEnd, frame: number) => void
}

const shade = {
  position: 'absolute',
  pointerEvents: 'none',
  top: 0,
  bottom: 0,
  bgcolor: 'rgba(8, 16, 16, 0.66)',
  borderRadius: 1,
}

const percent = (frame: number, { last }: SourceVideo) => `${(frame / last) * 100}%`

/** A press on the track moves the nearer end, and drags it until release. */
const useDrag = (
  { range, source, onMove }: Props,
  ends: Readonly<Record<RangeEnd, RefObject<HTMLDivElement | null>>>,
) => {
  const held = useRef<RangeEnd | null>(null)
  const frameAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return ((clientX - left) / Math.max(1, width)) * source.last
  }
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    // Otherwise the browser moves the focus away from the handle.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    // By position, even on a handle: where the handles overlap, either can be dragged.
    held.current = nearerEnd(range, frameAt(event))
    ends[held.current].current?.focus({ preventScroll: true })
    if (event.target === event.currentTarget) onMove(held.current, frameAt(event))
  }
  const drag = (event: PointerEvent) => held.current && onMove(held.current, frameAt(event))
  const release = () => {
    held.current = null
  }
  return { onPointerDown: press, onPointerMove: drag, onPointerUp: release, onPointerCancel: release }
}

/** Selects the first and the last frame on the video itself; the two never cross. */
export const RangeSlider = (props: Props) => {
  const { range, source, sheet, onMove } = props
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
      <FilmStrip sheet={sheet} seconds={secondsOf(source.last, source)} />
      <Box
        className="slider-shade"
        sx={{ ...shade, left: 0 }}
        style={{ width: percent(range.start, source) }}
      />
      <Box
        className="slider-shade"
        sx={{ ...shade, right: 0 }}
        style={{ left: percent(range.end, source) }}
      />
      {(['start', 'end'] as const).map(which => (
        <SliderHandle
          key={which}
          ref={ends[which]}
          which={which}
          label={translate(`resources.vectos.fields.${labels[which]}`)}
          range={range}
          source={source}
          onMove={onMove}
        />
      ))}
    </Box>
  )
}
