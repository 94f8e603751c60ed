import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import FormHelperText from '@mui/material/FormHelperText'
import { useRef } from 'react'
import { useTranslate, ValidationError } from 'react-admin'
import type { PanelVideo } from '~/model/record-types'
import { frameAt, insideFrame } from '~/src/player/frames'
import type { PlayerHandle } from '~/src/player/player-types'
import { RecordPlayer } from '~/src/player/record-player'
import { useShownUrl } from '~/src/player/use-shown-url'
import type { ClipRange, RangeEnd, SourceVideo } from './clip-range'
import { EndCard } from './end-card'
import type { Sheet } from './film-strip'
import { RangeSlider } from './range-slider'
import { readTimeline } from './timeline'

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
