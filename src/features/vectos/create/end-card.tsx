import PreviousIcon from '@mui/icons-material/NavigateBefore'
import NextIcon from '@mui/icons-material/NavigateNext'
import TakeIcon from '@mui/icons-material/PinEndOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'react-admin'
import { IconAction } from '~/src/ui/icon-action'
import { type ClipRange, frameOf, type RangeEnd, type SourceVideo, secondsOf } from './clip-range'
import type { Sheet } from './film-strip'
import { TimeInput } from './time-input'
import { pictureAt } from './timeline'

type Props = {
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
export const EndCard = ({ which, label, range, source, sheet, onMove, onTake }: Props) => {
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
