import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Fab from '@mui/material/Fab'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import {
  filledFrameStyles,
  frameStyles,
  imageStyles,
  overlayStyles,
  viewStyles,
  visuallyHidden,
} from './player-styles'
import type { Mode, PlayerProps } from './player-types'
import type { Stage } from './sphere-stage'
import { Toolbar } from './toolbar'
import { USUAL_RATE, useTransport } from './transport'
import { type Media, useFullScreen, useMedia } from './use-media'
import { usePlaybackChoices } from './use-playback-choices'
import { usePlaybackReport } from './use-playback-report'
import { useStage } from './use-stage'
import { handleKey, straightAhead } from './view-direction'

type VideoOverlayProps = { readonly media: Media; readonly onPlay: () => void }

/** Seconds: a video at its first frame has not started. */
const STANDING = 0.01

/** A spinner while the video loads; a prominent play button before it starts. */
const VideoOverlay = ({ media, onPlay }: VideoOverlayProps) => {
  const translate = useTranslate()
  const loading = media.waiting || media.duration === 0
  const begun = media.playing || media.time > STANDING
  return (
    <Box sx={overlayStyles}>
      {loading && (
        <CircularProgress aria-label={translate('admin.player.loading')} sx={{ color: 'common.white' }} />
      )}
      {!loading && !begun && (
        // The toolbar has the same button, for keyboard and screen readers.
        <Fab color="primary" aria-hidden tabIndex={-1} onClick={onPlay}>
          <PlayIcon fontSize="large" />
        </Fab>
      )}
    </Box>
  )
}

type Props = PlayerProps & { readonly onFlat: () => void }

const useMode = (stage: Stage | null) => {
  const [mode, setMode] = useState<Mode>('mono')
  useEffect(() => stage?.setMode(mode), [stage, mode])
  return [mode, setMode] as const
}

type ViewProps = Pick<Props, 'src' | 'poster' | 'name' | 'layout' | 'onFailed'> & {
  readonly full: boolean
  readonly view: RefObject<HTMLDivElement | null>
  readonly video: RefObject<HTMLVideoElement | null>
  readonly onKey: (event: React.KeyboardEvent) => void
}

/** The view in which the user looks around. */
const View = ({ src, poster, name, layout, onFailed, full, view, video, onKey }: ViewProps) => {
  const translate = useTranslate()
  const help = useId()
  return (
    <>
      <Box
        ref={view}
        role="application"
        tabIndex={0}
        aria-label={translate('admin.player.view', { name })}
        aria-describedby={help}
        onKeyDown={onKey}
        sx={viewStyles(layout, full)}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: a camera's recording, without narration. */}
        <video
          ref={video}
          src={src}
          poster={poster}
          crossOrigin="anonymous"
          playsInline
          preload="auto"
          aria-hidden
          tabIndex={-1}
          onError={({ currentTarget }) => onFailed(currentTarget.error)}
        />
      </Box>
      <Box id={help} sx={visuallyHidden}>
        {translate('admin.player.keys')}
      </Box>
    </>
  )
}

/** A video around the viewer, who looks around with mouse, touch or keys. */
export const SpherePlayer = (props: Props) => {
  const { layout, name, framerate: rate = USUAL_RATE, onFlat } = props
  const translate = useTranslate()
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const media = useMedia(video)
  const transport = useTransport(video, props)
  usePlaybackReport(video, props.report)
  const stage = useStage(view, video, layout, onFlat)
  const [mode, setMode] = useMode(stage)
  const { full, isFilled, toggle } = useFullScreen(frame)
  const { speed, setSpeed } = usePlaybackChoices(video)
  const play = () => {
    transport?.play()
    // The clicked button disappears: without this the focus would be lost, and with it the keys.
    view.current?.focus({ preventScroll: true })
  }
  const obey = (event: React.KeyboardEvent) =>
    stage &&
    transport &&
    handleKey(event.nativeEvent, { transport, rate, look: stage.look, setLook: stage.setLook })
  return (
    <Box
      ref={frame}
      role="group"
      aria-label={translate('admin.player.of', { name })}
      sx={isFilled ? filledFrameStyles : frameStyles}
    >
      <Box sx={imageStyles}>
        <View {...props} full={full} view={view} video={video} onKey={obey} />
        <VideoOverlay media={media} onPlay={play} />
      </Box>
      {transport && (
        <Toolbar
          media={media}
          transport={transport}
          rate={rate}
          speed={speed}
          onSpeed={setSpeed}
          view={{
            ...{ layout, mode, onMode: setMode },
            onReset: () => stage?.setLook(straightAhead),
            onHeadset: () => void stage?.enterHeadset(),
          }}
          full={full}
          onFull={toggle}
        />
      )}
    </Box>
  )
}
