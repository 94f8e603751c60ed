import PreviousIcon from '@mui/icons-material/NavigateBefore'
import NextIcon from '@mui/icons-material/NavigateNext'
import TakeIcon from '@mui/icons-material/PinEndOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslate, ValidationError } from 'react-admin'
import type { PanelVideo } from '~/model/record-of'
import type { PlayerHandle } from '~/src/player/player-types'
import { RecordPlayer } from '~/src/player/record-player'
import { pictureAt, readTimeline } from '~/src/player/timeline-images'
import { frameAt, insideFrame } from '~/src/player/transport'
import { useShownUrl } from '~/src/player/use-shown-url'
import { exactDuration } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'
import { isEnter } from '~/src/ui/keys'
import { type ClipRange, frameOf, type RangeEnd, readClock, type SourceVideo, secondsOf } from './clip-range'
import type { Sheet } from './film-strip'
import { RangeSlider } from './range-slider'

type TimeInputProps = {
  readonly label: string
  readonly seconds: number
  readonly onChange: (seconds: number) => void
}

/** An input for a time. Invalid text is marked as such, and changes nothing. */
export const TimeInput = ({ label, seconds, onChange }: TimeInputProps) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const wrong = typed !== null && readClock(typed) === undefined
  const take = () => {
    const meant = typed === null ? undefined : readClock(typed)
    if (meant !== undefined) onChange(meant)
    setTyped(null)
  }
  const obey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
    if (!isEnter(event.nativeEvent)) return
    // Enter confirms the time, and does not submit the form.
    event.preventDefault()
    if (!wrong) take()
  }
  return (
    <TextField
      label={label}
      size="small"
      value={typed ?? exactDuration(seconds)}
      error={wrong}
      helperText={wrong && translate('resources.vectos.making.noTime')}
      onChange={event => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={obey}
      slotProps={{
        htmlInput: {
          inputMode: 'numeric',
          autoComplete: 'off',
          style: { fontVariantNumeric: 'tabular-nums' },
        },
      }}
      sx={{ width: 118 }}
    />
  )
}

type EndCardProps = {
  readonly which: RangeEnd
  readonly label: string
  readonly range: ClipRange
  readonly source: SourceVideo
  readonly sheet: Sheet | null
  readonly onMove: (which: RangeEnd, frame: number) => void
  /** Sets this end to the frame that the player shows. */
  readonly onTake: (which: RangeEnd) => void
}

const buttons = { '& .icon-action': { p: 1.25, borderRadius: 1 } }

/** The first or the last frame: its image, its time as an input, and steps of one frame. */
const EndCard = ({ which, label, range, source, sheet, onMove, onTake }: EndCardProps) => {
  const translate = useTranslate()
  const seconds = secondsOf(range[which], source)
  const step = (images: number) => onMove(which, range[which] + images)
  return (
    <Stack role="group" aria-label={label} sx={{ gap: 1, minWidth: 0 }}>
      {sheet && (
        <Box
          aria-hidden
          sx={{ width: 1, maxWidth: 200, aspectRatio: '2 / 1', borderRadius: 1, bgcolor: 'action.selected' }}
          style={pictureAt(sheet.url, sheet.timeline, seconds)}
        />
      )}
      <Stack direction="row" useFlexGap sx={{ alignItems: 'flex-start', flexWrap: 'wrap', gap: 0.5 }}>
        <TimeInput
          label={label}
          seconds={seconds}
          onChange={typed => onMove(which, frameOf(typed, source))}
        />
        <Box sx={buttons}>
          <IconAction
            label={translate('admin.player.previousImage')}
            icon={<PreviousIcon />}
            onClick={() => step(-1)}
          />
          <IconAction
            label={translate('admin.player.nextImage')}
            icon={<NextIcon />}
            onClick={() => step(1)}
          />
          <IconAction
            label={translate('resources.vectos.making.take')}
            icon={<TakeIcon />}
            onClick={() => onTake(which)}
          />
        </Box>
      </Stack>
    </Stack>
  )
}

type Props = {
  readonly video: PanelVideo
  readonly source: SourceVideo
  readonly range: ClipRange
  /** @returns the frame to which the end has moved */
  readonly onMove: (which: RangeEnd, frame: number) => number
  readonly wrong: string | undefined
}

const useSheet = (video: PanelVideo): Sheet | null => {
  const timeline = readTimeline(video.timeline)
  const { data: url } = useShownUrl(
    'videos',
    String(video.id),
    'sprite',
    timeline !== null && Boolean(video.sprite),
  )
  return timeline && url ? { url, timeline } : null
}

/** The player, which shows the frame that is being moved; its current frame can be taken as an end. */
const useShown = (source: SourceVideo, onMove: Props['onMove']) => {
  const player = useRef<PlayerHandle>(null)
  const shown = useRef(0)
  const move = (which: RangeEnd, frame: number) => {
    const at = onMove(which, frame)
    player.current?.pause()
    player.current?.seek(insideFrame(at, source.rate))
  }
  const take = (which: RangeEnd) => {
    onMove(which, frameAt(shown.current, source.rate))
  }
  return { player, shown, move, take }
}

/** The video with its first and last frames: the player shows the one that is being moved. */
export const RangeSelector = ({ video, source, range, onMove, wrong }: Props) => {
  const translate = useTranslate()
  const { player, shown, move, take } = useShown(source, onMove)
  const sheet = useSheet(video)
  const card = { range, source, sheet, onMove: move, onTake: take }
  return (
    <Card variant="outlined" sx={{ p: { xs: 1.5, sm: 2 } }}>
      <RecordPlayer
        ref={player}
        resource="videos"
        id={String(video.id)}
        path="lowFile"
        poster={video.poster ? 'poster' : undefined}
        layout="mono"
        name={String(video.name ?? '')}
        framerate={source.rate}
        onTime={seconds => {
          shown.current = seconds
        }}
      />
      <Box sx={{ mt: 2.5, mb: 2.5, px: '16px' }}>
        <RangeSlider range={range} source={source} sheet={sheet} onMove={move} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        <EndCard which="start" label={translate('resources.vectos.fields.offsetStart')} {...card} />
        <EndCard which="end" label={translate('resources.vectos.fields.offsetEnd')} {...card} />
      </Box>
      {wrong && (
        <FormHelperText error>
          <ValidationError error={wrong} />
        </FormHelperText>
      )}
    </Card>
  )
}
