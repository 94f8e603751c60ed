import Box from '@mui/material/Box'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { USUAL_RATE } from './frames'
import { handleKey } from './handle-key'
import { filledFrameStyles, frameStyles, imageStyles, viewStyles, visuallyHidden } from './player-styles'
import type { Mode, PlayerProps } from './player-types'
import type { Stage } from './sphere-stage'
import { Toolbar } from './toolbar'
import { useFullScreen } from './use-full-screen'
import { useMedia } from './use-media'
import { usePlaybackChoices } from './use-playback-choices'
import { useStage } from './use-stage'
import { useTransport } from './use-transport'
import { VideoOverlay } from './video-overlay'
import { straightAhead } from './view-direction'

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
  const stage = useStage(view, video, layout, onFlat)
  const [mode, setMode] = useMode(stage)
  const { full, isFilled, toggle } = useFullScreen(frame)
  const { speed, setSpeed } = usePlaybackChoices(video)
  const play = () => {
    transport?.play()
    // The button that was clicked disappears: without this the focus, and with it the keys, would be lost.
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
