import CenterIcon from '@mui/icons-material/CenterFocusStrongOutlined'
import FullScreenIcon from '@mui/icons-material/Fullscreen'
import LeaveFullScreenIcon from '@mui/icons-material/FullscreenExit'
import PauseIcon from '@mui/icons-material/Pause'
import PlayIcon from '@mui/icons-material/PlayArrow'
import NextIcon from '@mui/icons-material/SkipNext'
import PreviousIcon from '@mui/icons-material/SkipPrevious'
import HeadsetIcon from '@mui/icons-material/ViewInArOutlined'
import MutedIcon from '@mui/icons-material/VolumeOff'
import VolumeIcon from '@mui/icons-material/VolumeUp'
import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import { duration } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'
import { hasHeadset } from './headset'
import { type Layout, type Mode, modes } from './player-types'
import type { Transport } from './transport'
import type { Media } from './use-media'
import { type Speed, speeds } from './use-playback-choices'

const arrow =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12'%3E%3Cpath d='m2 4 4 4 4-4' fill='none' stroke='%23e7eeeb' stroke-width='1.5'/%3E%3C/svg%3E\")"

/** Styled by the panel: WebKit ignores the colours of its own lists, and renders white text on white. */
const selectLook = {
  appearance: 'none',
  colorScheme: 'dark',
  height: 34,
  maxWidth: 160,
  minWidth: 0,
  borderRadius: 1,
  border: '1px solid #75827d',
  color: '#e7eeeb',
  background: `#16211f ${arrow} no-repeat right 6px center / 12px`,
  font: 'inherit',
  fontSize: 13,
  pl: 0.75,
  pr: 3,
  '& option': { color: '#e7eeeb', backgroundColor: '#16211f' },
} as const

type ToolbarSelectProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

/** A select in the controls of a player. */
const ToolbarSelect = ({ label, value, onChange, children }: ToolbarSelectProps) => (
  <Box
    component="select"
    value={value}
    aria-label={label}
    title={label}
    onChange={event => onChange(event.currentTarget.value)}
    sx={selectLook}
  >
    {children}
  </Box>
)

type ModeSelectProps = { readonly mode: Mode; readonly onChange: (mode: Mode) => void }

/** Selects how a stereo video is shown on this screen. */
const ModeSelect = ({ mode, onChange }: ModeSelectProps) => {
  const translate = useTranslate()
  const change = (value: string) => {
    const chosen = modes.find(each => each === value)
    if (chosen) onChange(chosen)
  }
  return (
    <ToolbarSelect label={translate('admin.player.mode')} value={mode} onChange={change}>
      {modes.map(each => (
        <option key={each} value={each}>
          {translate(`admin.player.modes.${each}`)}
        </option>
      ))}
    </ToolbarSelect>
  )
}

type SpeedSelectProps = { readonly speed: Speed; readonly onChange: (speed: Speed) => void }

/** Selects how fast the video is played. */
const SpeedSelect = ({ speed, onChange }: SpeedSelectProps) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const change = (value: string) => {
    const chosen = speeds.find(each => String(each) === value)
    if (chosen) onChange(chosen)
  }
  return (
    <ToolbarSelect label={translate('admin.player.speed')} value={String(speed)} onChange={change}>
      {speeds.map(each => (
        <option key={each} value={String(each)}>
          {each.toLocaleString(locale)}×
        </option>
      ))}
    </ToolbarSelect>
  )
}

type SeekBarProps = {
  readonly media: Media
  readonly rate: number
  readonly onSeek: (seconds: number) => void
}

const seekBarLook = { width: 1, m: 0, height: 24, accentColor: '#6fd0c4', cursor: 'pointer' }

/** The position in the video; an arrow key moves it by a frame. */
const SeekBar = ({ media, rate, onSeek }: SeekBarProps) => {
  const translate = useTranslate()
  const whole = (seconds: number) => duration(Math.floor(seconds))
  const text = `${whole(media.time)} / ${whole(media.duration)}`
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 1.5, pt: 0.75 }}>
      <Box
        component="input"
        type="range"
        min={0}
        max={media.duration || 1}
        step={1 / rate}
        value={media.time}
        disabled={media.duration === 0}
        aria-label={translate('admin.player.position')}
        aria-valuetext={text}
        onChange={event => onSeek(Number(event.currentTarget.value))}
        sx={seekBarLook}
      />
      <Box
        component="span"
        aria-hidden
        sx={{ fontVariantNumeric: 'tabular-nums', fontSize: 13, whiteSpace: 'nowrap' }}
      >
        {text}
      </Box>
    </Box>
  )
}

/** A mute button and, if there is space, a volume slider. */
const Volume = ({ media, transport }: { media: Media; transport: Transport }) => {
  const translate = useTranslate()
  return (
    <>
      <IconAction
        label={translate(media.muted ? 'admin.player.unmute' : 'admin.player.mute')}
        icon={media.muted ? <MutedIcon /> : <VolumeIcon />}
        onClick={transport.mute}
      />
      <Box
        component="input"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={media.muted ? 0 : media.volume}
        aria-label={translate('admin.player.volume')}
        onChange={event => transport.setVolume(Number(event.currentTarget.value))}
        sx={{ width: 72, accentColor: '#6fd0c4', display: { xs: 'none', md: 'block' } }}
      />
    </>
  )
}

type ToolbarProps = {
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
