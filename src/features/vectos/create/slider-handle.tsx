import Box from '@mui/material/Box'
import type { KeyboardEvent, Ref } from 'react'
import {
  boundsOfEnd,
  type ClipRange,
  keyMoves,
  type RangeEnd,
  type SourceVideo,
  secondsOf,
} from './clip-range'
import { clockOf } from './clock'

type Props = {
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
export const SliderHandle = ({ which, label, range, source, onMove, ref }: Props) => {
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
      aria-valuetext={clockOf(secondsOf(frame, source))}
      onKeyDown={obey}
      sx={styles}
      style={{ left: `${(frame / source.last) * 100}%` }}
    />
  )
}
