import CenterIcon from '@mui/icons-material/CenterFocusStrongOutlined'
import FullScreenIcon from '@mui/icons-material/Fullscreen'
import LeaveFullScreenIcon from '@mui/icons-material/FullscreenExit'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import NextIcon from '@mui/icons-material/SkipNext'
import PreviousIcon from '@mui/icons-material/SkipPrevious'
import HeadsetIcon from '@mui/icons-material/ViewInArOutlined'
import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { IconAction } from '~/src/ui/icon-action'
import { hasHeadset } from './headset'
import { ModeSelect } from './mode-select'
import type { Layout, Mode } from './player-types'
import { SeekBar } from './seek-bar'
import { SpeedSelect } from './speed-select'
import type { Transport } from './transport'
import type { Media } from './use-media'
import type { Speed } from './use-playback-choices'
import { Volume } from './volume'

export type ToolbarProps = {
  readonly media: Media
  readonly transport: Transport
  readonly rate: number
  readonly speed: Speed
  readonly onSpeed: (speed: Speed) => void
  /** The controls of the view around the viewer; a flat video has none. */
  readonly view?: ViewControls
  readonly full: boolean
  readonly onFull: () => void
}

type ViewControls = {
  readonly layout: Layout
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
  readonly onReset: () => void
  readonly onHeadset: () => void
}

/** Dark in either theme, as it belongs to the image. Touch targets are larger than those of a mouse. */
const look = {
  bgcolor: '#101718',
  color: '#e7eeeb',
  '& .icon-action': { color: 'inherit', p: 1, borderRadius: 1 },
  '& .icon-action:hover': { backgroundColor: 'rgba(255, 255, 255, 0.12)' },
  '& .icon-action:focus-visible, & input:focus-visible, & select:focus-visible': {
    outline: '2px solid #6fd0c4',
  },
  '@media (pointer: coarse)': { '& .icon-action': { p: 1.25 }, '& input': { height: 44 } },
}

const useHeadset = () => {
  const [there, setThere] = useState(false)
  useEffect(() => {
    void hasHeadset().then(setThere)
  }, [])
  return there
}

const PlayButtons = ({ media, transport, rate }: Pick<ToolbarProps, 'media' | 'transport' | 'rate'>) => {
  const translate = useTranslate()
  return (
    <>
      <IconAction
        label={translate(media.playing ? 'admin.player.pause' : 'admin.player.play')}
        icon={media.playing ? <PauseIcon /> : <PlayIcon />}
        onClick={transport.toggle}
      />
      <IconAction
        label={translate('admin.player.previousImage')}
        icon={<PreviousIcon />}
        onClick={() => transport.step(-1, rate)}
      />
      <IconAction
        label={translate('admin.player.nextImage')}
        icon={<NextIcon />}
        onClick={() => transport.step(1, rate)}
      />
    </>
  )
}

const ViewButtons = ({ layout, mode, onMode, onReset, onHeadset }: ViewControls) => {
  const translate = useTranslate()
  const headset = useHeadset()
  return (
    <>
      {layout === 'top-bottom' && <ModeSelect mode={mode} onChange={onMode} />}
      {headset && (
        <IconAction label={translate('admin.player.headset')} icon={<HeadsetIcon />} onClick={onHeadset} />
      )}
      <IconAction label={translate('admin.player.reset')} icon={<CenterIcon />} onClick={onReset} />
    </>
  )
}

const FullScreenButton = ({ full, onFull }: Pick<ToolbarProps, 'full' | 'onFull'>) => (
  <IconAction
    label={useTranslate()(full ? 'admin.player.leaveFullScreen' : 'admin.player.fullScreen')}
    icon={full ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
    onClick={onFull}
  />
)

/** On a phone the buttons of the view take a second line. */
const row = { display: 'flex', alignItems: 'center', gap: 0.25 } as const

/** The controls of the video and of the view. */
export const Toolbar = (props: ToolbarProps) => {
  const { media, transport, rate, speed, onSpeed, view, full, onFull } = props
  return (
    <Box sx={look}>
      <SeekBar media={media} rate={rate} onSeek={transport.seek} />
      <Box sx={{ ...row, flexWrap: 'wrap', justifyContent: 'space-between', px: 0.75, pb: 0.75 }}>
        <Box sx={row}>
          <PlayButtons media={media} transport={transport} rate={rate} />
          <Volume media={media} transport={transport} />
        </Box>
        <Box sx={{ ...row, minWidth: 0, ml: 'auto' }}>
          <SpeedSelect speed={speed} onChange={onSpeed} />
          {view && <ViewButtons {...view} />}
          <FullScreenButton full={full} onFull={onFull} />
        </Box>
      </Box>
    </Box>
  )
}
