import Box from '@mui/material/Box'
import { type KeyboardEvent, type PointerEvent, type Ref, type RefObject, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { exactDuration } from '~/src/ui/format'
import {
  boundsOfEnd,
  type ClipRange,
  keyMoves,
  nearerEnd,
  type RangeEnd,
  type SourceVideo,
  secondsOf,
} from './clip-range'
import { FilmStrip, type Sheet } from './film-strip'

type SliderHandleProps = {
  readonly which: RangeEnd
  readonly label: string
  readonly range: ClipRange
  readonly source: SourceVideo
  readonly onMove: (which: RangeEnd, frame: number) => void
  readonly ref: Ref<HTMLDivElement>
}

/** The target is as wide as a finger; its visible part is a bar with a grip. */
const styles = {
  position: 'absolute',
  top: -6,
  bottom: -6,
  width: 44,
  ml: '-22px',
  display: 'grid',
  placeItems: 'center',
  cursor: 'ew-resize',
  touchAction: 'none',
  outline: 'none',
  zIndex: 1,
  '&::before': {
    content: '""',
    width: 10,
    height: 1,
    borderRadius: 1,
    bgcolor: 'primary.main',
    border: 1,
    borderColor: 'background.paper',
  },
  '&::after': {
    content: '""',
    position: 'absolute',
    width: '2px',
    height: 16,
    borderRadius: 1,
    bgcolor: 'primary.contrastText',
  },
  '&:focus-visible::before': { outline: '3px solid', outlineColor: 'secondary.main', outlineOffset: '2px' },
} as const

const nameOf = ({ key, shiftKey }: KeyboardEvent) =>
  shiftKey && key.startsWith('Arrow') ? `shift+${key}` : key

/** One end of the range, moved with keys; the track handles touch and mouse. */
const SliderHandle = ({ which, label, range, source, onMove, ref }: SliderHandleProps) => {
  const bounds = boundsOfEnd(range, which, source)
  const frame = range[which]
  const obey = (event: KeyboardEvent) => {
    const move = keyMoves[nameOf(event)]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onMove(which, move(frame, source, bounds))
  }
  return (
    <Box
      ref={ref}
      className="slider-handle"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={secondsOf(bounds[0], source)}
      aria-valuemax={secondsOf(bounds[1], source)}
      aria-valuenow={secondsOf(frame, source)}
      aria-valuetext={exactDuration(secondsOf(frame, source))}
      onKeyDown={obey}
      sx={styles}
      style={{ left: `${(frame / source.last) * 100}%` }}
    />
  )
}

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
