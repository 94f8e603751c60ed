import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type RefObject, type SyntheticEvent, useRef } from 'react'
import { useTranslate } from 'react-admin'
import {
  filledFrameStyles,
  flatImageStyles,
  frameStyles,
  twoEyesStyles,
  upperHalfStyles,
} from './player-styles'
import type { PlayerProps } from './player-types'
import { Toolbar } from './toolbar'
import { USUAL_RATE, useTransport } from './transport'
import { useFullScreen, useMedia } from './use-media'
import { usePlaybackChoices } from './use-playback-choices'
import { usePlaybackReport } from './use-playback-report'

type Props = PlayerProps & { readonly video: RefObject<HTMLVideoElement | null> }

const useVideoProps = ({ src, poster, name, onFailed, video }: Props) => ({
  ref: video,
  ...{ src, poster, playsInline: true, preload: 'metadata' as const },
  'aria-label': useTranslate()('admin.player.of', { name }),
  onError: ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => onFailed(currentTarget.error),
})

/** A mono video, with the browser's own controls. */
const OneEye = (props: Props) => {
  useTransport(props.video, props)
  usePlaybackReport(props.video, props.report)
  usePlaybackChoices(props.video)
  return <Box component="video" controls {...useVideoProps(props)} sx={flatImageStyles} />
}

/** The upper half of a stereo video, with the panel's controls: the browser's would be in the half that is cut off. */
const UpperEye = (props: Props) => {
  const { name, framerate: rate = USUAL_RATE, video } = props
  const translate = useTranslate()
  const frame = useRef<HTMLDivElement>(null)
  const media = useMedia(video)
  const transport = useTransport(video, props)
  usePlaybackReport(video, props.report)
  const { full, isFilled, toggle } = useFullScreen(frame)
  const { speed, setSpeed } = usePlaybackChoices(video)
  return (
    <Box
      ref={frame}
      role="group"
      aria-label={translate('admin.player.of', { name })}
      sx={isFilled ? filledFrameStyles : frameStyles}
    >
      <Box sx={upperHalfStyles}>
        <Box component="video" {...useVideoProps(props)} sx={twoEyesStyles} />
      </Box>
      {transport && (
        <Toolbar {...{ media, transport, rate, speed, full }} onSpeed={setSpeed} onFull={toggle} />
      )}
    </Box>
  )
}

/** The flat video, for browsers that cannot render it around the viewer; of a top-bottom stereo video, the upper eye. */
export const FlatPlayer = (props: PlayerProps) => {
  const translate = useTranslate()
  const video = useRef<HTMLVideoElement>(null)
  const Player = props.layout === 'top-bottom' ? UpperEye : OneEye
  return (
    <>
      <Player {...props} video={video} />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {translate('admin.player.flat')}
      </Typography>
    </>
  )
}
